// SPDX-License-Identifier: MIT
// What is counted together, and what becomes of counts, without hardware that counts.
#include "profiling/counting/count_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::profiling {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

KernelRecord kernel(const char* name, double seconds) { return {.kernel = name, .seconds = seconds}; }

Counted one_count(const char* name, double value) {
    return {.counters = Counters{.chip = "GH100", .passes = 1, .counts = {{name, "m", value}}}};
}

TEST(CountRun, counts_each_set_by_itself_in_one_order_and_then_the_counters) {
    std::vector<CounterSet> backwards(counter_sets().begin(), counter_sets().end());
    std::ranges::reverse(backwards);
    const auto parts = parts_of({.sets = backwards, .counters = {"dram__bytes.sum"}});
    ASSERT_EQ(parts.size(), counter_sets().size() + 1);
    EXPECT_THAT(parts.front().sets, ElementsAre(CounterSet::live));
    for (std::size_t i = 0; i < counter_sets().size(); ++i) {
        EXPECT_THAT(parts[i].sets, ElementsAre(counter_sets()[i]));
        EXPECT_THAT(parts[i].counters, IsEmpty());
    }
    EXPECT_THAT(parts.back().sets, IsEmpty());
    EXPECT_THAT(parts.back().counters, ElementsAre("dram__bytes.sum"));
    EXPECT_THAT(parts_of({}), IsEmpty());
}

TEST(CountRun, adds_the_parts_up_and_takes_the_median_of_repetitions) {
    std::vector<double> durations{3.0, 1.0, 2.0};
    const CounterChoice choice{.sets = {CounterSet::live}, .counters = {"mine"}};
    const Counted counted = count_in_parts(choice, 3, [&](const CounterChoice& part) {
        if (part.sets.empty()) return one_count("mine", 7.0);
        const double value = durations.back();
        durations.pop_back();
        Counted live = one_count("duration", value);
        live.absent = {"unknown_here"};
        return live;
    });
    ASSERT_TRUE(counted.counters);
    EXPECT_EQ(value_of(*counted.counters, "duration"), 2.0);
    EXPECT_EQ(value_of(*counted.counters, "mine"), 7.0);
    EXPECT_EQ(counted.counters->passes, 2) << "of one repetition";
    EXPECT_THAT(counted.absent, ElementsAre("unknown_here")) << "once, however often it was counted";
    EXPECT_EQ(counted.why_not, "");
}

TEST(CountRun, leaves_out_a_duration_that_holds_waits_between_kernels) {
    Counters counters{
        .chip = "GH100", .passes = 1, .counts = {{"duration", "m", 185e-6}, {"dram_bytes_read", "m", 8.0}}};
    leave_out_waits(counters, 1);
    EXPECT_EQ(value_of(counters, "duration"), 185e-6) << "one kernel waits for nothing";
    leave_out_waits(counters, 3);
    EXPECT_EQ(value_of(counters, "duration"), std::nullopt);
    EXPECT_EQ(value_of(counters, "dram_bytes_read"), 8.0);
}

TEST(CountRun, ends_at_the_first_part_that_cannot_be_counted_and_keeps_those_before) {
    int parts = 0;
    const CounterChoice choice{.sets = {CounterSet::live, CounterSet::explain, CounterSet::speed_of_light}};
    const Counted counted = count_in_parts(choice, 1, [&](const CounterChoice&) {
        return ++parts == 1 ? one_count("duration", 1.0) : Counted{.why_not = "the driver forbids it"};
    });
    EXPECT_EQ(parts, 2);
    ASSERT_TRUE(counted.counters);
    EXPECT_EQ(value_of(*counted.counters, "duration"), 1.0);
    EXPECT_EQ(counted.why_not, "the driver forbids it");
}

TEST(CountRun, says_why_a_cpu_counts_nothing_and_launches_nothing_there) {
    Counting counting(devices().back());
    int launches = 0;
    const RunCounts counts = count_run(counting, {.sets = {CounterSet::explain}}, [&] { ++launches; }, {});
    EXPECT_FALSE(counts.counted.counters);
    EXPECT_EQ(counts.counted.why_not, counting.why_not());
    EXPECT_FALSE(counts.counted.why_not.empty());
    EXPECT_FALSE(counts.cancelled);
    EXPECT_EQ(launches, 0);
}

TEST(CountRun, that_was_stopped_has_nothing) {
    Counting counting(devices().back());
    std::stop_source source;
    source.request_stop();
    const RunCounts counts = count_run(
        counting, {.sets = {CounterSet::explain}}, [] {}, source.get_token());
    EXPECT_TRUE(counts.cancelled);
    EXPECT_THAT(counts.activity_seconds, IsEmpty());
    EXPECT_FALSE(counts.counted.counters);
    EXPECT_EQ(counts.counted.why_not, "") << "counting is not forbidden";
}

TEST(CountRun, adds_counts_to_a_measurement_and_keeps_kernel_times_that_nobody_recorded_again) {
    Measurement m;
    add(m, {.activity_seconds = {1e-3, 2e-3}, .counted = one_count("duration", 1.0)});
    add(m, {.activity_seconds = {}, .counted = one_count("instructions", 12.0)});
    EXPECT_THAT(m.activity_seconds, ElementsAre(1e-3, 2e-3));
    ASSERT_TRUE(m.counters);
    EXPECT_EQ(value_of(*m.counters, "duration"), 1.0);
    EXPECT_EQ(value_of(*m.counters, "instructions"), 12.0);
    add(m, {.activity_seconds = {3e-3}, .counted = {.why_not = "the driver forbids it"}});
    EXPECT_THAT(m.activity_seconds, ElementsAre(3e-3)) << "records need no permission";
    EXPECT_EQ(m.counters->counts.size(), 2u);
}

TEST(CountRun, records_belong_to_launches_only_if_none_is_missing) {
    const std::vector<KernelRecord> records{kernel("a", 1.0),  kernel("b", 10.0), kernel("a", 3.0),
                                            kernel("b", 30.0), kernel("a", 2.0),  kernel("b", 60.0)};
    EXPECT_THAT(seconds_of_launches(records, 3), ElementsAre(11.0, 33.0, 62.0));
    EXPECT_THAT(seconds_of_launches(records, 4), IsEmpty());
    EXPECT_THAT(seconds_of_launches({}, 3), IsEmpty());
}

TEST(CountRun, kernels_of_a_launch_have_medians_each_of_its_own) {
    const std::vector<KernelRecord> records{kernel("a", 1.0),  kernel("b", 10.0), kernel("a", 3.0),
                                            kernel("b", 30.0), kernel("a", 2.0),  kernel("b", 60.0)};
    const auto kernels = median_kernels(records, 3);
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_EQ(kernels[0].kernel, "a");
    EXPECT_EQ(kernels[0].seconds, 2.0);
    EXPECT_EQ(kernels[1].kernel, "b");
    EXPECT_EQ(kernels[1].seconds, 30.0);
    EXPECT_THAT(median_kernels(records, 4), IsEmpty());
    EXPECT_THAT(median_kernels({}, 3), IsEmpty());
}

TEST(CountRun, a_kernel_has_the_name_of_its_function) {
    EXPECT_EQ(function_name("void pairscope::(anonymous namespace)::concatenate<4>(float const*, float*)"),
              "concatenate");
    EXPECT_EQ(function_name("void pairscope::rbf_pair::norm2(pairscope::Span<float>, int)"), "norm2");
    EXPECT_EQ(function_name("void cub::detail::reduce::DeviceReduceKernel<Policy, (int)4>(float*)"),
              "DeviceReduceKernel");
    EXPECT_EQ(function_name("clear"), "clear");
    EXPECT_EQ(function_name(""), "");
}

} // namespace
} // namespace pairscope::profiling
