// SPDX-License-Identifier: MIT
// A new workload, file or variant does not wait for what is measured for the one before. Each workload is
// left for the next one in the menu and, with PAIRSCOPE_ALL_PAIRS set, for every other one.
#include "app/spine/state_queries.h"
#include "kernels/ladder/registry.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

class Preemption : public WindowTest {};

bool shows(const State& state, std::string_view workload) {
    return state.data.now.question.workload == workload && !state.data.loading && output_is_current(state);
}

bool measures(const State& state) {
    if (!state.run.activity) return false;
    const TaskKind kind = state.run.activity->task.kind;
    return kind == TaskKind::checking || kind == TaskKind::timing || kind == TaskKind::warming_up ||
           kind == TaskKind::measuring_ceilings || kind == TaskKind::tracing || kind == TaskKind::counting;
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The seconds from the command until the output is there, beyond the time to load the data and the output's own.
double waiting_for(Gui& gui, ImGuiTestContext& person, const std::string& workload) {
    const auto start = Clock::now();
    double loaded = 0.0;
    gui.session().push(command::ChooseWorkload{workload});
    person.Yield();
    const bool is_there = Gui::wait_until(person, [&] {
        if (loaded == 0.0 && !gui.state().data.loading) loaded = seconds_since(start);
        return shows(gui.state(), workload);
    });
    EXPECT_TRUE(is_there) << workload;
    return seconds_since(start) - loaded - gui.state().output.seconds;
}

/// Until something is measured that a user would have to wait for.
void let_it_measure(Gui& gui, ImGuiTestContext& person) {
    const auto start = Clock::now();
    while (!measures(gui.state()) && seconds_since(start) < 1.5) person.Yield();
    person.Yield(3);
}

std::vector<std::string> names_of_workloads() {
    std::vector<std::string> names;
    for (const WorkloadType& type : workload_types())
        if (!type.inputs.takes_distances) names.emplace_back(type.id);
    return names;
}

/// Leaves `from` for each of the others while something is measured for it. Returns how long each made wait.
std::vector<double> waits_after(Gui& gui, ImGuiTestContext& person, const std::string& from,
                                const std::vector<std::string>& others) {
    constexpr double most_waiting = 1.0; // [s]: a promise of 0.2, and what a busy machine adds
    std::vector<double> waits;
    for (const std::string& to : others) {
        if (!shows(gui.state(), from)) (void)waiting_for(gui, person, from);
        let_it_measure(gui, person);
        waits.push_back(waiting_for(gui, person, to));
        EXPECT_LT(waits.back(), most_waiting) << "from " << from << " to " << to;
    }
    EXPECT_FALSE(gui.state().run.cancelled) << "the program gave it up, so it begins again by itself";
    return waits;
}

void print_figures(std::vector<double> waits) {
    std::ranges::sort(waits);
    std::printf("figure preemption_ms median %.0f\nfigure preemption_ms longest %.0f\n", 1e3 * waits[waits.size() / 2],
                1e3 * waits.back());
}

StartOptions beginning_with(const std::string& workload) {
    StartOptions options;
    options.workload = workload;
    return options;
}

TEST_F(Preemption, the_output_of_a_new_workload_does_not_wait_for_the_measurements_of_the_old_one) {
    const std::vector<std::string> names = names_of_workloads();
    Gui gui(beginning_with(names.front()));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        std::vector<double> waits;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string& next = names[(i + 1) % names.size()];
            waits.push_back(waits_after(gui, person, names[i], {next}).front());
        }
        print_figures(waits);
    }));
}

/// Prints a table in CSV: a line is a workload that was left, a column one that was chosen instead, in milliseconds.
TEST_F(Preemption, no_workload_makes_any_other_one_wait) {
    if (std::getenv("PAIRSCOPE_ALL_PAIRS") == nullptr)
        GTEST_SKIP() << "it takes an hour; set PAIRSCOPE_ALL_PAIRS to leave every workload for every other one";
    const std::vector<std::string> names = names_of_workloads();
    std::vector<double> all;
    std::printf("row from");
    for (const std::string& name : names) std::printf(",%s", name.c_str());
    std::printf("\n");
    for (const std::string& from : names) {
        std::vector<std::string> others = names;
        std::erase(others, from);
        std::vector<double> waits;
        Gui gui(beginning_with(from)); // a new one for each row: its watchdog ends what takes minutes
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) { waits = waits_after(gui, person, from, others); }));
        std::printf("row %s", from.c_str());
        auto wait = waits.begin();
        for (const std::string& to : names)
            if (to == from || wait == waits.end())
                std::printf(",");
            else
                std::printf(",%.0f", 1e3 * *wait++);
        std::printf("\n");
        std::fflush(stdout);
        all.insert(all.end(), waits.begin(), waits.end());
    }
    if (!all.empty()) print_figures(all);
}

TEST_F(Preemption, what_gave_way_is_measured_after_all) {
    StartOptions options;
    options.workload = "farthest_pair";
    options.vectors = VectorSource{};
    options.vectors->n = 300;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows(gui.state(), "farthest_pair"); }));
        let_it_measure(gui, person);
        (void)waiting_for(gui, person, "rbf_density");
        (void)waiting_for(gui, person, "farthest_pair");
        const bool is_measured = Gui::wait_until(
            person, [&] { return outcome_for(gui.state(), *selected_variant(gui.state())) != nullptr; });
        EXPECT_TRUE(is_measured);
    }));
}

} // namespace
} // namespace pairscope::app
