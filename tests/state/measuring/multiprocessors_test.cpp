// SPDX-License-Identifier: MIT
// Time against the number of multiprocessors: which runs make a curve, what it says, and what parts of a GPU are not.
#include "app/paper/savers.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/size_chart.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* of_memory = "distance_matrix/vec4_rows";
constexpr const char* of_arithmetic = "distance_matrix/tile16";

Device part(int multiprocessors) {
    Device device = profiling::sample_gpu();
    device.whole_units = device.units;
    device.units = multiprocessors;
    return device;
}

Measurement run_on(const char* variant, const Device& device, double seconds, std::int64_t n = 4096) {
    Measurement m = profiling::sample_measurement();
    m.variant_id = variant;
    m.workload = {.type = "distance_matrix", .rows = n, .cols = n, .dims = 2};
    m.device = device;
    m.target = TargetKind::linear;
    m.caches = profiling::CacheState::warm;
    m.block = 0;
    m.seconds = std::vector<double>(11, seconds);
    return m;
}

/// A state that shows a recording of these runs, with their devices.
State state_of_parts(const std::vector<Measurement>& runs) {
    auto recording = std::make_shared<profiling::Recording>();
    recording->made_by = "pairscope 0.2.0";
    for (const Measurement& m : runs) {
        recording->runs.emplace_back(m);
        if (std::ranges::find(recording->devices, m.device) == recording->devices.end())
            recording->devices.push_back(m.device);
    }
    State state;
    state.run.target = TargetKind::linear;
    state.recordings.shown.push_back({.id = 1, .path = "/somewhere/parts.pairscope", .recording = recording});
    return state;
}

/// Memory is full with 48 of 132 multiprocessors; arithmetic never is.
std::vector<Measurement> two_curves() {
    const Device whole = profiling::sample_gpu();
    return {run_on(of_memory, part(8), 6e-3),      run_on(of_memory, part(48), 1.02e-3),
            run_on(of_memory, whole, 1e-3),        run_on(of_arithmetic, part(8), 8e-3),
            run_on(of_arithmetic, part(48), 2e-3), run_on(of_arithmetic, whole, 1e-3)};
}

TEST(MultiprocessorsChart, has_a_curve_for_each_variant_from_the_smallest_part_to_the_whole_gpu) {
    const State state = state_of_parts(two_curves());
    const auto chart = multiprocessors_chart(state);
    ASSERT_TRUE(chart);
    ASSERT_THAT(chart->curves, SizeIs(2));
    for (const SizeCurve& curve : chart->curves) {
        std::vector<double> sizes;
        for (const SizePoint& point : curve.points) sizes.push_back(point.size);
        EXPECT_THAT(sizes, ElementsAre(8, 48, 132)) << curve.id;
        EXPECT_EQ(curve.device, profiling::sample_gpu());
    }
    EXPECT_EQ(size_drawing(*chart, of_memory).x.title, "multiprocessors");
}

TEST(MultiprocessorsChart, says_what_more_of_them_gain_and_from_how_many_on_they_do_not) {
    const State state = state_of_parts(two_curves());
    const auto chart = multiprocessors_chart(state);
    EXPECT_EQ(chart->sentence,
              "With 132 multiprocessors instead of 8, which is 16.5 times as many, tile16 is 8.00 times as fast, "
              "vec4_rows 6.00. From 48 multiprocessors on, vec4_rows is within 5 % of the shortest time.");
}

TEST(MultiprocessorsChart, needs_two_numbers_of_multiprocessors_of_one_gpu_at_one_size) {
    EXPECT_FALSE(multiprocessors_chart(State{}));
    EXPECT_FALSE(multiprocessors_chart(state_of_parts({run_on(of_memory, part(8), 1e-3)})));
    EXPECT_FALSE(multiprocessors_chart(state_of_parts({run_on(of_memory, profiling::sample_gpu(), 1e-3)})));
    EXPECT_FALSE(multiprocessors_chart(
        state_of_parts({run_on(of_memory, part(8), 1e-3, 4096), run_on(of_memory, part(16), 1e-3, 8192)})));
    Device other = part(16);
    other.name = "NVIDIA H100";
    EXPECT_FALSE(
        multiprocessors_chart(state_of_parts({run_on(of_memory, part(8), 1e-3), run_on(of_memory, other, 1e-3)})));
}

TEST(MultiprocessorsChart, is_of_the_largest_size_unless_the_current_one_was_measured) {
    auto runs = two_curves();
    for (const Measurement& m : two_curves()) {
        runs.push_back(m);
        runs.back().workload.rows = runs.back().workload.cols = 8192;
    }
    const State state = state_of_parts(runs);
    EXPECT_EQ(multiprocessors_chart(state)->curves[0].points[0].run->workload.rows, 8192);
}

TEST(MultiprocessorsChart, times_of_parts_are_in_no_ladder_and_in_no_chart_of_sizes) {
    auto runs = two_curves();
    std::erase_if(runs, [](const Measurement& m) { return m.device.whole_units == 0; });
    for (Measurement& m : two_curves()) {
        m.workload.rows = m.workload.cols = 8192;
        if (m.device.whole_units > 0) runs.push_back(m);
    }
    const State state = state_of_parts(runs);
    EXPECT_THAT(recorded_sets(state), IsEmpty());
    EXPECT_FALSE(size_chart(state));
    const State with_whole = state_of_parts(two_curves());
    ASSERT_THAT(recorded_sets(with_whole), SizeIs(1));
    EXPECT_EQ(recorded_sets(with_whole)[0].device->whole_units, 0);
}

TEST(MultiprocessorsChart, the_title_of_a_recording_names_the_gpu_once) {
    const State state = state_of_parts(two_curves());
    EXPECT_EQ(names_of_devices(*state.recordings.shown[0].recording), "NVIDIA H200");
}

TEST(MultiprocessorsChart, can_be_saved_where_it_is_shown_and_says_how_it_is_made_where_not) {
    const Saver* const saver = find_chart("multiprocessors");
    ASSERT_NE(saver, nullptr);
    const State state = state_of_parts(two_curves());
    EXPECT_EQ(saver->why_not(state), "");
    EXPECT_THAT(saver->words(state, false).notes, testing::Contains(HasSubstr("n = 4 096")));
    EXPECT_THAT(saver->why_not(State{}), HasSubstr("--sms 8,16,32,64,132"));
}

} // namespace
} // namespace pairscope::app
