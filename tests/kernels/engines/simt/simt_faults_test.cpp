// SPDX-License-Identifier: MIT
// Kernels that would take the program down: what they do becomes a finding of a trace, or the message of a run that
// failed, and everything else goes on.
#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/simt/executor.h"
#include "tests/kernels/sample_points.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <thread>

namespace pairscope::simt {
namespace {

using samples::random_points;
using std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

constexpr double short_patience = 0.05;

std::string place_of(const specimens::Specimen& specimen) {
    return "tests/kernels/specimens/crashing_kernels.cu:" + std::to_string(specimen.line) + ": ";
}

std::vector<specimens::Specimen> all_specimens() {
    std::vector<specimens::Specimen> all = specimens::crashing_kernels();
    for (const specimens::Specimen& endless : specimens::endless_kernels()) all.push_back(endless);
    return all;
}

/// What running the kernel without an observer says.
std::string message_of(const specimens::Specimen& specimen, std::stop_token stop = {},
                       double patience = short_patience) {
    const Dataset data = random_points(64);
    std::vector<float> out(64 * 64);
    const HostRun host{.stop = std::move(stop)};
    const Run run{.problem = problem_of(input_of(data), LinearMemory{out.data(), 64}), .host = &host};
    try {
        simt::run(variant_of(specimen), run, patience);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

class CrashingKernel : public ::testing::TestWithParam<specimens::Specimen> {};

TEST_P(CrashingKernel, becomes_a_finding_with_its_line) {
    const Trace found = trace(variant_of(GetParam()), random_points(64), {.patience = short_patience});
    ASSERT_THAT(found.findings, SizeIs(1));
    EXPECT_EQ(name_of(found.findings[0].kind), GetParam().fault);
    EXPECT_THAT(describe(found.findings[0]), AllOf(HasSubstr(place_of(GetParam())), HasSubstr(GetParam().told)));
}

TEST_P(CrashingKernel, becomes_the_message_of_a_run_that_failed) {
    EXPECT_THAT(message_of(GetParam()), AllOf(HasSubstr(place_of(GetParam())), HasSubstr(GetParam().told)));
}

TEST_P(CrashingKernel, does_not_keep_the_next_kernel_from_its_output) {
    (void)message_of(GetParam());
    const auto shuffles = specimens::working_kernels().front();
    const TracedRun next = traced_run(variant_of(shuffles), random_points(512), {});
    EXPECT_THAT(next.trace.findings, SizeIs(0));
    EXPECT_EQ(next.output[0], 1.0f);
}

INSTANTIATE_TEST_SUITE_P(Specimens, CrashingKernel, ::testing::ValuesIn(all_specimens()),
                         [](const auto& shown) { return std::string(shown.param.name); });

class EndlessKernel : public ::testing::TestWithParam<specimens::Specimen> {};

/// Asks for a stop after 50 ms. The seconds from then to the end of the work.
template <class Work> double seconds_to_stop(Work work) {
    std::stop_source stop;
    steady_clock::time_point asked;
    const std::jthread user([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        asked = steady_clock::now();
        stop.request_stop();
    });
    work(stop.get_token());
    return std::chrono::duration<double>(steady_clock::now() - asked).count();
}

// The promise is 100 ms; a busy machine may take longer. Without the tick none of these ends.
TEST_P(EndlessKernel, is_left_in_the_middle_of_a_block_when_a_trace_is_cancelled) {
    const double seconds = seconds_to_stop([](const std::stop_token& stop) {
        (void)trace(variant_of(GetParam()), random_points(64), {.patience = 1000, .stop = stop});
    });
    EXPECT_LT(seconds, 1.0);
}

TEST_P(EndlessKernel, is_left_in_the_middle_of_a_block_when_a_run_is_cancelled) {
    const double seconds =
        seconds_to_stop([](const std::stop_token& stop) { EXPECT_EQ(message_of(GetParam(), stop, 1000), ""); });
    EXPECT_LT(seconds, 1.0);
}

INSTANTIATE_TEST_SUITE_P(Specimens, EndlessKernel, ::testing::ValuesIn(specimens::endless_kernels()),
                         [](const auto& shown) { return std::string(shown.param.name); });

TEST(Faults, of_threads_that_are_lost_leave_the_others_alone) {
    const auto specimen = specimens::crashing_kernels()[1]; // thread 7 writes through a null pointer
    const TracedRun run = traced_run(variant_of(specimen), random_points(64), {});
    ASSERT_THAT(run.trace.findings, SizeIs(1));
    EXPECT_EQ(run.trace.findings[0].thread, (Index3{7, 0, 0}));
    EXPECT_EQ(run.trace.findings[0].count, 3); // one for each of three blocks
    for (int i = 0; i < 64; ++i) EXPECT_EQ(run.output[std::size_t(i)], 0.0f);
}

TEST(FaultsDeathTest, of_any_other_code_end_the_program) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto fault_after_a_kernel_faulted = [] {
        (void)message_of(specimens::crashing_kernels().front());
        volatile int* volatile nowhere = nullptr;
        *nowhere = 1;
    };
    EXPECT_DEATH(fault_after_a_kernel_faulted(), "");
    EXPECT_DEATH(raise(SIGFPE), "");
}

} // namespace
} // namespace pairscope::simt
