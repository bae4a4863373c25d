// SPDX-License-Identifier: MIT
// How long a person waits after the start until bars are drawn. The figures are for the selected variant, and for all
// variants that are measured on its device. On a GPU both take at most 3 s, beside one launch of each variant.
#include "app/spine/state_queries.h"
#include "app/subjects/data/data_source.h"
#include "kernels/ladder/registry.h"
#include "profiling/roofline.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

namespace pairscope::app {
namespace {

constexpr double longest = 3.0;      // seconds
constexpr double least_timed = 0.05; // seconds of a first look

double seconds_after(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// It has a length, as the ceilings that may limit the variant are known. A variant that was skipped has words instead,
/// and one whose ceiling no device of this kind has is drawn without a length.
bool has_bar(const State& state, const KernelVariant& variant) {
    const auto* m = measurement_for(state, variant);
    const profiling::Ceilings* ceilings = ceilings_for(state, variant);
    if (m == nullptr || ceilings == nullptr) return m == nullptr && outcome_for(state, variant) != nullptr;
    if (profiling::useful_fraction(*m, *ceilings)) return true;
    const DeviceCeilings& known = state.run.ceilings.at(*device_for(state.run, variant));
    return profiling::kinds_lacking(known, profiling::ceilings_of(current_type(state))).empty();
}

/// Where the selected variant is simulated and has no time, those of the CPU have bars.
bool has_first_bar(const State& state) {
    const KernelVariant* const selected = selected_variant(state);
    if (selected == nullptr) return false;
    if (!is_simulated(state.run, *selected)) return has_bar(state, *selected);
    return std::ranges::any_of(ladder(state), [&](const KernelVariant* variant) {
        return measurement_for(state, *variant) != nullptr && has_bar(state, *variant);
    });
}

/// Do all variants have theirs that are measured on the device of the selected one?
bool has_all_bars(const State& state) {
    if (selected_variant(state) == nullptr) return false;
    const auto device = device_for(state.run, *selected_variant(state));
    return std::ranges::all_of(ladder(state), [&](const KernelVariant* variant) {
        const bool is_meant = why_not_measured(state, *variant).empty() && !is_simulated(state.run, *variant) &&
                              device_for(state.run, *variant) == device;
        return !is_meant || has_bar(state, *variant);
    });
}

/// What one launch of each variant takes, and the timed runs of a first look: no program can save them.
double seconds_of_launches(const State& state) {
    double seconds = 0.0;
    for (const KernelVariant* variant : ladder(state))
        if (const auto* m = measurement_for(state, *variant); m != nullptr && m->device.backend == Backend::cuda)
            seconds += profiling::seconds_of(*m) + least_timed;
    return seconds;
}

class FirstBars : public NeedsWindow<testing::TestWithParam<std::string>> {};

TEST_P(FirstBars, are_there_soon_after_the_start) {
    const auto start = Clock::now();
    StartOptions options;
    options.workload = GetParam();
    if (takes_points(type_of(GetParam())))
        options.generator = default_settings(Shape::clusters, 8192);
    else
        options.vectors = VectorSource{};
    Gui gui(options);
    const bool on_gpu = gui.state().run.no_gpu.empty();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        const auto is_there = [&] {
            return gui.state().data.now.question.first && !gui.state().data.loading && has_first_bar(gui.state());
        };
        // On a CPU, one run of a metric with powers takes half a minute.
        const bool first = Gui::wait_until(person, is_there) || (!on_gpu && Gui::wait_until(person, is_there));
        const double of_selected = seconds_after(start);
        EXPECT_TRUE(first) << GetParam();
        std::printf("figure first_bar_seconds %s %.2f\n", GetParam().c_str(), of_selected);
        if (!on_gpu) return;
        EXPECT_TRUE(Gui::wait_until(person, [&] { return has_all_bars(gui.state()); })) << GetParam();
        const double of_all = seconds_after(start);
        std::printf("figure all_bars_seconds %s %.2f\n", GetParam().c_str(), of_all);
        std::printf("figure launches_seconds %s %.2f\n", GetParam().c_str(), seconds_of_launches(gui.state()));
        EXPECT_LT(of_selected, longest) << GetParam();
        EXPECT_LT(of_all, longest + seconds_of_launches(gui.state())) << GetParam();
    }));
}

std::vector<std::string> workloads() {
    std::vector<std::string> names;
    for (const WorkloadType& type : workload_types())
        if (!type.inputs.takes_distances) names.emplace_back(type.id);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Workloads, FirstBars, testing::ValuesIn(workloads()),
                         [](const auto& test) { return test.param; });

} // namespace
} // namespace pairscope::app
