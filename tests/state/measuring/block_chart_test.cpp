// SPDX-License-Identifier: MIT
// Time and occupancy against the block size: what is measured, what is predicted from which sizes, and what is not.
#include "app/paper/savers.h"
#include "app/subjects/measuring/block_chart.h"
#include "kernels/ladder/registry.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* several_sizes = "distance_matrix/coalesced";

Measurement run_in_blocks(int block, double seconds, int registers = 32, std::int64_t shared_bytes = 0) {
    Measurement m = profiling::sample_measurement();
    m.variant_id = several_sizes;
    m.workload = {.type = "distance_matrix", .rows = 4096, .cols = 4096, .dims = 2};
    m.device = profiling::sample_gpu();
    m.target = TargetKind::linear;
    m.caches = profiling::CacheState::warm;
    m.block = block;
    m.kernels = {{.kernel = "coalesced",
                  .grid = {16, 1, 1},
                  .block = {block, 1, 1},
                  .registers = registers,
                  .shared_bytes = shared_bytes}};
    m.seconds = std::vector<double>(11, seconds);
    return m;
}

State state_of_blocks(const std::vector<Measurement>& runs) {
    auto recording = std::make_shared<profiling::Recording>();
    recording->made_by = "pairscope 0.2.0";
    recording->devices = {profiling::sample_gpu()};
    for (const Measurement& m : runs) recording->runs.emplace_back(m);
    State state;
    state.run.target = TargetKind::linear;
    state.run.variant_id = several_sizes;
    state.recordings.shown.push_back({.id = 1, .path = "/somewhere/blocks.pairscope", .recording = recording});
    return state;
}

const BlockPoint& point_of(const BlockChart& chart, int threads) {
    return *std::ranges::find(chart.points, threads, &BlockPoint::threads);
}

TEST(BlockChart, a_block_of_32_threads_fills_half_of_a_multiprocessor_and_one_of_64_all_of_it) {
    const State state = state_of_blocks({run_in_blocks(256, 1e-3)});
    const auto chart = block_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_EQ(point_of(*chart, 32).occupancy.warps, 32) << "32 blocks are the most";
    EXPECT_EQ(point_of(*chart, 64).occupancy.warps, 64);
    EXPECT_EQ(point_of(*chart, 1024).occupancy.warps, 64);
}

TEST(BlockChart, a_size_is_predicted_from_two_that_have_as_many_warps_and_agree) {
    const State state = state_of_blocks({run_in_blocks(128, 1.0e-3), run_in_blocks(256, 1.1e-3)});
    const auto chart = block_chart(state);
    ASSERT_TRUE(point_of(*chart, 512).predicted_seconds);
    EXPECT_DOUBLE_EQ(*point_of(*chart, 512).predicted_seconds, 1.05e-3);
    EXPECT_FALSE(point_of(*chart, 32).predicted_seconds) << "nothing was measured with so few warps";
    EXPECT_FALSE(point_of(*chart, 256).predicted_seconds) << "it was measured";
}

TEST(BlockChart, one_measured_size_predicts_nothing) {
    const State state = state_of_blocks({run_in_blocks(256, 1e-3)});
    const auto chart = block_chart(state);
    ASSERT_TRUE(chart);
    for (const BlockPoint& point : chart->points) EXPECT_FALSE(point.predicted_seconds) << point.threads;
}

TEST(BlockChart, nothing_is_predicted_where_sizes_with_as_many_warps_differ) {
    const State state = state_of_blocks({run_in_blocks(64, 4e-3), run_in_blocks(256, 1e-3)});
    const auto chart = block_chart(state);
    for (const BlockPoint& point : chart->points) EXPECT_FALSE(point.predicted_seconds) << point.threads;
    EXPECT_THAT(chart->sentence, HasSubstr("no time is predicted"));
}

TEST(BlockChart, there_is_none_without_a_choice_of_sizes_or_without_a_gpu_run) {
    State state = state_of_blocks({run_in_blocks(256, 1e-3)});
    state.run.variant_id = "distance_matrix/cpu_naive";
    EXPECT_FALSE(block_chart(state));
    EXPECT_THAT(blocks_lack(state), HasSubstr("no choice of block sizes"));
    Measurement unknown = run_in_blocks(256, 1e-3);
    unknown.device.compute_capability = 42;
    EXPECT_FALSE(block_chart(state_of_blocks({unknown})));
    EXPECT_FALSE(block_chart(state_of_blocks({})));
    EXPECT_THAT(blocks_lack(state_of_blocks({})), HasSubstr("--block all"));
}

TEST(BlockChart, marks_are_filled_where_they_are_measured_and_hollow_where_predicted) {
    const State state = state_of_blocks({run_in_blocks(256, 1e-3), run_in_blocks(32, 3e-3)});
    const auto chart = block_chart(state);
    const std::vector<Chart> drawings = block_drawings(*chart);
    ASSERT_EQ(drawings.size(), 2u);
    for (const ChartMark& mark : drawings[0].marks)
        EXPECT_EQ(mark.filled, mark.at.x == 256.0 || mark.at.x == 32.0) << mark.at.x;
    EXPECT_EQ(drawings[1].marks.size(), chart->points.size());
}

TEST(BlockChart, times_that_are_near_each_other_are_drawn_from_zero_on) {
    const State near = state_of_blocks({run_in_blocks(256, 1e-3), run_in_blocks(32, 1.4e-3)});
    EXPECT_FALSE(block_drawings(*block_chart(near))[0].y.logarithmic);
    EXPECT_EQ(block_drawings(*block_chart(near))[0].y.range.low, 0.0);
    const State far = state_of_blocks({run_in_blocks(256, 1e-3), run_in_blocks(32, 8e-3)});
    EXPECT_TRUE(block_drawings(*block_chart(far))[0].y.logarithmic);
}

TEST(BlockChart, says_which_size_is_fastest_and_what_limits_the_others) {
    const State state = state_of_blocks({run_in_blocks(256, 1e-3), run_in_blocks(32, 3e-3)});
    const auto chart = block_chart(state);
    EXPECT_THAT(chart->sentence,
                AllOf(HasSubstr("32 registers per thread"), HasSubstr("Blocks of 256 threads are fastest: 1.00 ms"),
                      HasSubstr("Blocks of 32 threads take 3.00 ms")));
    EXPECT_THAT(block_story(*chart, point_of(*chart, 32)),
                HasSubstr("32 of 64 warps, limited by the number of blocks"));
    EXPECT_THAT(block_story(*chart, point_of(*chart, 512)), HasSubstr("not predicted"));
}

TEST(BlockChart, can_be_saved_where_it_is_shown) {
    const Saver* const saver = find_chart("blocks");
    ASSERT_NE(saver, nullptr);
    EXPECT_EQ(saver->why_not(state_of_blocks({run_in_blocks(256, 1e-3)})), "");
    EXPECT_NE(saver->why_not(state_of_blocks({})), "");
    EXPECT_EQ(saver->name(state_of_blocks({})), "blocks_coalesced");
}

} // namespace
} // namespace pairscope::app
