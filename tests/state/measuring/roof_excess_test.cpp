// SPDX-License-Identifier: MIT
// A mark above a roof says why.
#include "app/subjects/measuring/roof_excess.h"
#include "profiling/recording/file.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using profiling::CeilingKind;
using profiling::MemoryLevel;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

profiling::Measurement run_on(int compute_capability, std::int64_t cache_bytes) {
    profiling::Measurement m;
    m.variant_id = "distance_matrix/vec4_rows";
    m.workload = current_workload(state_with_origin_points(1000)); // its matrix has 4 MB
    m.device.backend = Backend::cuda;
    m.device.compute_capability = compute_capability;
    m.device.cache_bytes = cache_bytes;
    m.seconds = {1e-6};
    return m;
}

/// Two roofs of 100 and 50 B/s, and a mark that moves `bandwidth` bytes per second.
RooflineChart chart_of(const profiling::Measurement& m, MemoryLevel level, double bandwidth) {
    const bool dram = level == MemoryLevel::dram;
    RooflineChart chart;
    chart.level = level;
    chart.roofs = {{.kind = dram ? CeilingKind::fill : CeilingKind::l2_read,
                    .limit = 100.0,
                    .name = "upper",
                    .rate = {},
                    .label = {},
                    .provenance = {}},
                   {.kind = dram ? CeilingKind::copy : CeilingKind::l2_write,
                    .limit = 50.0,
                    .name = "lower",
                    .rate = {},
                    .label = {},
                    .provenance = {}}};
    chart.dots = {{.id = m.variant_id,
                   .intensity = 2.0,
                   .performance = 2.0 * bandwidth,
                   .bytes = profiling::Provenance::counter,
                   .run = &m,
                   .origin = {}}};
    return chart;
}

std::string story_of(const RooflineChart& chart) { return excess_story(chart, chart.dots.front()); }

TEST(RoofExcess, a_mark_below_all_roofs_or_on_one_has_nothing_to_explain) {
    const auto m = run_on(90, 1 << 30);
    for (const double bandwidth : {10.0, 50.0, 52.0}) {
        const auto chart = chart_of(m, MemoryLevel::dram, bandwidth);
        EXPECT_THAT(story_of(chart), IsEmpty()) << bandwidth;
        EXPECT_THAT(excess_note(chart), IsEmpty()) << bandwidth;
    }
}

TEST(RoofExcess, what_fits_in_the_caches_is_above_both_roofs_for_one_reason) {
    const auto m = run_on(90, 50'000'000);
    const auto chart = chart_of(m, MemoryLevel::dram, 300.0);
    EXPECT_THAT(story_of(chart), HasSubstr("It stands above the upper and the lower roofs."));
    EXPECT_THAT(story_of(chart),
                HasSubstr("points and the output take 4.01 MB together and fit in the caches (50.0 MB)"));
}

TEST(RoofExcess, predicted_bytes_may_be_too_many_and_counted_ones_accuse_the_ceiling) {
    const auto m = run_on(90, 1'000'000);
    auto chart = chart_of(m, MemoryLevel::dram, 300.0);
    EXPECT_THAT(story_of(chart), HasSubstr("probably busy while the upper ceiling was measured"));
    chart.dots.front().bytes = profiling::Provenance::model;
    EXPECT_THAT(story_of(chart), HasSubstr("predicted and were not counted"));
}

TEST(RoofExcess, a_store_is_above_the_copy_roof_because_it_does_not_load) {
    const auto m = run_on(90, 1'000'000);
    const std::string story = story_of(chart_of(m, MemoryLevel::dram, 95.0));
    EXPECT_THAT(story, HasSubstr("above the lower roof."));
    EXPECT_THAT(story, HasSubstr("measured with as many loads as stores"));
    EXPECT_THAT(story, Not(HasSubstr("upper")));
}

TEST(RoofExcess, the_two_parts_of_an_l2_cache_count_some_bytes_twice) {
    const auto hopper = run_on(90, 1 << 26);
    EXPECT_THAT(story_of(chart_of(hopper, MemoryLevel::l2, 75.0)), HasSubstr("has two parts"));
    const auto turing = run_on(75, 1 << 26);
    EXPECT_THAT(story_of(chart_of(turing, MemoryLevel::l2, 75.0)), HasSubstr("measured with stores alone"));
}

TEST(RoofExcess, every_mark_of_a_recorded_h200_above_an_l2_roof_is_explained) {
    State state = laptop_with_points();
    const auto recording = profiling::load_recording("assets/recordings/NVIDIA H200/distance_matrix.pairscope");
    const int id = open(state, recording);
    (void)update(state, command::SelectRecorded{id, recording.devices.front(), "distance_matrix/grid2d"});
    (void)update(state, command::SetMemoryLevel{MemoryLevel::l2});
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    int above = 0;
    for (const ChartDot& dot : chart->dots) {
        const bool is_unexplained = excess_story(*chart, dot).empty();
        for (const Roof& roof : chart->roofs)
            if (is_above(dot, roof)) {
                EXPECT_FALSE(is_unexplained) << dot.id;
                EXPECT_THAT(dot_story(*chart, dot), HasSubstr("has two parts")) << dot.id;
                ++above;
            }
    }
    EXPECT_GE(above, 5);
    EXPECT_THAT(excess_note(*chart), HasSubstr("other marks stand above their roofs"));
}

TEST(RoofExcess, the_panel_says_how_many_marks_beside_the_selected_one_have_a_reason) {
    const auto m = run_on(90, 50'000'000);
    auto chart = chart_of(m, MemoryLevel::dram, 300.0);
    EXPECT_EQ(excess_note(chart), "one mark stands above its roof") << "the selected variant has no mark";
    chart.dots.push_back(chart.dots.front());
    EXPECT_EQ(excess_note(chart), "2 marks stand above their roofs");
    chart.dots.front().selected = true;
    EXPECT_EQ(excess_note(chart), "another mark stands above its roof");
    chart.dots.push_back(chart.dots.back());
    EXPECT_EQ(excess_note(chart), "2 other marks stand above their roofs");
}

TEST(RoofExcess, only_the_roof_that_limits_a_mark_counts_for_the_panel) {
    auto m = run_on(90, 50'000'000); // its workload is limited by the fill ceiling, the upper roof
    auto chart = chart_of(m, MemoryLevel::dram, 75.0);
    ASSERT_TRUE(is_above(chart.dots.front(), chart.roofs.back()));
    EXPECT_THAT(excess_note(chart), IsEmpty()) << "it stands above a roof that does not limit it";
    m.threads = 8;
    chart = chart_of(m, MemoryLevel::dram, 300.0);
    EXPECT_THAT(excess_note(chart), Not(IsEmpty()));
    chart.one_thread = true;
    EXPECT_THAT(excess_note(chart), IsEmpty()) << "the roofs of one thread do not limit eight threads";
}

} // namespace
} // namespace pairscope::app
