// SPDX-License-Identifier: MIT
// From samples as the hardware gives them to one launch and its phases, without a GPU.
#include "profiling/counting/timeline.h"
#include "tests/profiling/sample_timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace pairscope::profiling {
namespace {

using testing::DoubleNear;
using testing::Each;

TEST(Timeline, holds_the_launch_and_a_few_samples_around_it) {
    const RawTimeline raw = sample_raw_timeline();
    const auto timeline = timeline_of(raw, "GH100");
    ASSERT_TRUE(timeline);
    EXPECT_EQ(timeline->chip, "GH100");
    EXPECT_DOUBLE_EQ(timeline->step, 4e-6);
    EXPECT_DOUBLE_EQ(timeline->seconds, 100e-6);
    EXPECT_EQ(timeline->begins.size(), 25u + 2u + 2u);
    EXPECT_DOUBLE_EQ(timeline->begins.front(), -8e-6);
    EXPECT_DOUBLE_EQ(timeline->begins[2], 0.0);
    EXPECT_DOUBLE_EQ(timeline->ends.back(), 108e-6);
    for (const TimelineSeries& series : timeline->series) EXPECT_EQ(series.values.size(), timeline->begins.size());
    EXPECT_EQ(series_of(*timeline, series_name::sm_cycles), nullptr) << "only their sum says something";
}

TEST(Timeline, leaves_out_what_other_programs_did_long_before_the_launch) {
    RawTimeline raw = sample_raw_timeline();
    auto& busy = const_cast<TimelineSeries&>(*series_of(raw, series_name::busy_sms)).values;
    busy[2] = 0.3; // a frame of the window, 60 us before
    const auto timeline = timeline_of(raw, "GH100");
    ASSERT_TRUE(timeline);
    EXPECT_DOUBLE_EQ(timeline->seconds, 100e-6);
}

TEST(Timeline, keeps_the_kernels_of_one_launch_together) {
    RawTimeline raw = sample_raw_timeline();
    auto& busy = const_cast<TimelineSeries&>(*series_of(raw, series_name::busy_sms)).values;
    busy[30] = busy[31] = 0.0; // 8 us between two kernels
    const auto timeline = timeline_of(raw, "GH100");
    ASSERT_TRUE(timeline);
    EXPECT_DOUBLE_EQ(timeline->seconds, 100e-6);
}

TEST(Timeline, takes_the_usual_length_for_a_first_sample_without_a_beginning) {
    RawTimeline raw = sample_raw_timeline();
    raw.begins.front() = 0;
    EXPECT_EQ(timeline_of(raw, "GH100"), timeline_of(sample_raw_timeline(), "GH100"));
    const auto clock = value_of(totals_of(raw, "GH100"), "sm_clock");
    EXPECT_THAT(clock.value(), DoubleNear(1.98e9, 1e3));
}

TEST(Timeline, is_absent_where_nothing_ran_or_nothing_was_sampled) {
    RawTimeline idle = sample_raw_timeline();
    for (TimelineSeries& series : idle.series) std::ranges::fill(series.values, 0.0);
    EXPECT_FALSE(timeline_of(idle, "GH100"));
    EXPECT_FALSE(timeline_of({}, "GH100"));
    EXPECT_THAT(totals_of({}, "GH100").counts, testing::IsEmpty());
    RawTimeline without = sample_raw_timeline();
    std::erase_if(without.series, [](const TimelineSeries& s) { return s.name == series_name::busy_sms; });
    EXPECT_FALSE(timeline_of(without, "GH100"));
}

TEST(Timeline, shares_are_never_above_one) {
    RawTimeline raw = sample_raw_timeline();
    auto& busy = const_cast<TimelineSeries&>(*series_of(raw, series_name::busy_sms)).values;
    for (double& share : busy) share *= 1.002;
    EXPECT_THAT(series_of(*timeline_of(raw, ""), series_name::busy_sms)->values, Each(testing::Le(1.0)));
}

TEST(Timeline, totals_are_the_sums_of_all_samples_under_the_names_of_counters) {
    const RawTimeline raw = sample_raw_timeline();
    const Counters totals = totals_of(raw, "GH100");
    const auto& written = series_of(raw, series_name::dram_written)->values;
    EXPECT_EQ(totals.chip, "GH100");
    EXPECT_EQ(totals.passes, 1);
    EXPECT_DOUBLE_EQ(value_of(totals, "dram_bytes_written").value(),
                     std::accumulate(written.begin(), written.end(), 0.0));
    EXPECT_THAT(value_of(totals, "sm_clock").value(), DoubleNear(1.98e9, 1e3));
    EXPECT_FALSE(value_of(totals, "busy_sms")) << "a share has no sum";
    EXPECT_DOUBLE_EQ(bytes_during_launch(*timeline_of(raw, ""), series_name::dram_written).value(),
                     value_of(totals, "dram_bytes_written").value());
    EXPECT_FALSE(bytes_during_launch(*timeline_of(raw, ""), "no_such_series"));
}

TEST(LaunchPhases, tell_how_long_it_begins_and_ends) {
    const auto phases = phases_of(*timeline_of(sample_raw_timeline(), "GH100"));
    ASSERT_TRUE(phases);
    EXPECT_EQ(phases->samples, 25u);
    EXPECT_THAT(phases->plateau, DoubleNear(4e12, 1e9));
    EXPECT_EQ(phases->in_ramp, 3u);
    EXPECT_DOUBLE_EQ(phases->ramp, 12e-6);
    EXPECT_DOUBLE_EQ(phases->busy, 1.0);
    EXPECT_EQ(phases->in_tail, 5u);
    EXPECT_DOUBLE_EQ(phases->tail, 20e-6);
    EXPECT_DOUBLE_EQ(phases->busy_in_tail, 0.41);
}

TEST(LaunchPhases, are_absent_where_there_are_too_few_samples) {
    LaunchTimeline timeline = *timeline_of(sample_raw_timeline(), "GH100");
    timeline.seconds = 6 * timeline.step;
    EXPECT_FALSE(phases_of(timeline));
}

TEST(LaunchPhases, without_dram_counters_the_multiprocessors_alone_are_told) {
    LaunchTimeline timeline = *timeline_of(sample_raw_timeline(), "GB10B");
    std::erase_if(timeline.series, [](const TimelineSeries& s) { return s.name.starts_with("dram"); });
    const auto phases = phases_of(timeline);
    ASSERT_TRUE(phases);
    EXPECT_EQ(phases->plateau, 0.0);
    EXPECT_DOUBLE_EQ(phases->tail, 20e-6);
}

TEST(SamplingStep, gives_about_a_hundred_samples_and_is_never_shorter_than_the_hardware_allows) {
    EXPECT_DOUBLE_EQ(sampling_step(0.0), 2e-6);
    EXPECT_DOUBLE_EQ(sampling_step(70e-6), 2e-6);
    for (const double seconds : {0.25e-3, 0.8e-3, 3e-3, 17e-3, 1.0}) {
        EXPECT_GT(seconds / sampling_step(seconds), 40.0) << seconds;
        EXPECT_LE(seconds / sampling_step(seconds), 100.0) << seconds;
    }
    EXPECT_DOUBLE_EQ(counting_step(70e-6), 50e-6);
    EXPECT_LE(17e-3 / counting_step(17e-3), 40.0);
}

} // namespace
} // namespace pairscope::profiling
