// SPDX-License-Identifier: MIT
// Variants that end the program, or do not end themselves: what bench keeps, and what it says.
#include "app/cli/interrupt.h"
#include "app/cli/verbs/bench_runs.h"
#include "kernels/engines/cpu/endings.h"
#include "kernels/workloads/distance_matrix/problem.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <thread>
#include <unistd.h>

namespace pairscope {
namespace {

using ::testing::HasSubstr;

KernelVariant variant(const char* id, void (*launch)(const Run&)) {
    return {.id = id, .workload = "distance_matrix", .backend = Backend::cpu, .launch = launch};
}

void writes_the_distances(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const auto out = std::get<LinearMemory>(problem.out);
    for (std::int64_t i = 0; i < problem.n; ++i)
        for (std::int64_t j = 0; j < problem.n; ++j)
            out.data[i * out.pitch + j] = std::hypot(problem.points[2 * i] - problem.points[2 * j],
                                                     problem.points[2 * i + 1] - problem.points[2 * j + 1]);
}
void exits(const Run&) { std::exit(0); }
void exits_in_a_thread(const Run&) {
    std::thread([] { std::exit(0); }).join();
}

void sleeps_for_a_minute(const Run&) { std::this_thread::sleep_for(std::chrono::minutes(1)); }

/// What bench measures of these variants with 64 points. `keep` is called before one of them ends the program.
cli::BenchRuns measured(const std::vector<KernelVariant>& variants, std::function<void(const cli::BenchRuns&)> keep,
                        const RunControl& control = {}) {
    std::vector<cli::LoadedData> sizes;
    sizes.push_back(
        {.source = {}, .table = nullptr, .question = {.first = std::make_shared<Dataset>(samples::random_points(64))}});
    std::vector<cli::Step> steps;
    for (const KernelVariant& one : variants)
        steps.push_back({.planned = {.id = one.id, .variant = &one, .device = Device{}, .reason = {}},
                         .setting = {.n = sizes[0].n()}});
    cli::BenchOptions options;
    options.seconds = 0.01;
    return run_all(steps, sizes, options, control, std::move(keep));
}

TEST(EndingVariants, that_call_exit_fail_and_the_others_are_measured) {
    const cli::BenchRuns found =
        measured({variant("distance_matrix/leaves", exits), variant("distance_matrix/stays", writes_the_distances)},
                 [](const cli::BenchRuns&) { FAIL(); });
    ASSERT_EQ(found.runs.size(), 2u);
    EXPECT_THAT(std::get<profiling::Failed>(found.runs[0].outcome).message, HasSubstr("calls exit()"));
    EXPECT_TRUE(std::holds_alternative<profiling::Measurement>(found.runs[1].outcome));
}

TEST(EndingVariantsDeathTest, that_end_the_program_leave_what_was_measured_before) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(static_cast<void>(measured(
                    {variant("distance_matrix/stays", writes_the_distances),
                     variant("distance_matrix/leaves", exits_in_a_thread)},
                    [](const cli::BenchRuns& found) { fmt::print(stderr, "{} run kept. ", found.runs.size()); })),
                ::testing::ExitedWithCode(1), "1 run kept. .*distance_matrix/leaves ended the program in .*exit");
}

/// The user presses Ctrl-C while a variant sleeps, and again after it was named.
void bench_that_is_interrupted() {
    cli::Interrupt interrupt;
    interrupt.stop_gently();
    std::thread([] {
        while (cpu::running_variant() != "distance_matrix/sleeps")
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        kill(getpid(), SIGINT);
        std::this_thread::sleep_for(std::chrono::seconds(6));
        kill(getpid(), SIGINT);
    }).detach();
    (void)measured({variant("distance_matrix/stays", writes_the_distances),
                    variant("distance_matrix/sleeps", sleeps_for_a_minute)},
                   [](const cli::BenchRuns& found) { fmt::print(stderr, "{} run kept. ", found.runs.size()); },
                   {.stop = interrupt.token()});
}

TEST(EndingVariantsDeathTest, that_do_not_stop_are_named_and_ended_by_a_second_ctrl_c) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(bench_that_is_interrupted(), ::testing::ExitedWithCode(130),
                "distance_matrix/sleeps is still running, 4 seconds after it was asked to stop.*\n.*1 run kept");
}

} // namespace
} // namespace pairscope
