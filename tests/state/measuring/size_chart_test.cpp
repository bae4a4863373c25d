// SPDX-License-Identifier: MIT
// Time against size: which runs make a curve, and where CPU and GPU cross.
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/crossover.h"
#include "app/subjects/measuring/size_chart.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

Measurement run_of(const char* variant, const Device& device, std::int64_t n, double seconds) {
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

constexpr const char* gpu_variant = "distance_matrix/vec4_rows";
constexpr const char* cpu_variant = "distance_matrix/cpu_parallel";

/// A state that shows a recording of these runs.
State state_with(std::vector<Measurement> runs) {
    auto recording = std::make_shared<profiling::Recording>();
    recording->made_by = "pairscope 0.1.0";
    recording->devices = {profiling::sample_gpu(), profiling::sample_cpu()};
    for (Measurement& m : runs) recording->runs.emplace_back(std::move(m));
    State state;
    state.run.target = TargetKind::linear;
    state.recordings.shown.push_back({.id = 1, .path = "/somewhere/one.pairscope", .recording = recording});
    return state;
}

/// A GPU whose launch takes 10 us, and a CPU that is quicker at first.
std::vector<Measurement> crossing_runs() {
    const Device gpu = profiling::sample_gpu(), cpu = profiling::sample_cpu();
    return {run_of(gpu_variant, gpu, 100, 10e-6), run_of(gpu_variant, gpu, 10000, 10e-6),
            run_of(cpu_variant, cpu, 100, 1e-6), run_of(cpu_variant, cpu, 10000, 100e-6)};
}

TEST(SizeChart, needs_two_sizes_of_a_variant_on_a_device) {
    const Device gpu = profiling::sample_gpu(), cpu = profiling::sample_cpu();
    EXPECT_FALSE(size_chart(state_with({run_of(gpu_variant, gpu, 100, 1e-3), run_of(cpu_variant, cpu, 200, 1e-3)})));
    EXPECT_FALSE(size_chart(state_with({run_of(gpu_variant, gpu, 100, 1e-3), run_of(gpu_variant, gpu, 100, 2e-3)})));
    EXPECT_THAT(size_awaits(State{}), HasSubstr("at two sizes"));
    State places;
    places.data.now.question.workload = "great_circle_distance";
    EXPECT_THAT(size_awaits(places),
                HasSubstr("pairscope record sizes.pairscope --workload great_circle_distance --n 1024,4096"));
    EXPECT_THAT(size_lacks(State{}),
                HasSubstr("pairscope record sizes.pairscope --workload distance_matrix --n 1024,4096,16384"));
    EXPECT_THAT(size_lacks(State{}), Not(HasSubstr("slider"))) << "a terminal has none";
    const auto chart =
        size_chart(state_with({run_of(gpu_variant, gpu, 200, 2e-3), run_of(gpu_variant, gpu, 100, 1e-3)}));
    ASSERT_TRUE(chart);
    ASSERT_THAT(chart->curves, SizeIs(1));
    EXPECT_EQ(chart->curves[0].points.front().size, 100.0);
    EXPECT_EQ(chart->curves[0].points.back().size, 200.0);
    EXPECT_EQ(chart->size, "points");
    EXPECT_EQ(chart->sentence, "Only a GPU was measured at several sizes.");
}

TEST(SizeChart, leaves_out_what_is_another_question) {
    auto runs = crossing_runs();
    runs[0].caches = profiling::CacheState::cold;
    runs[1].target = TargetKind::surface;
    runs[2].block = 0;
    const auto chart = size_chart(state_with(runs));
    ASSERT_TRUE(chart);
    ASSERT_THAT(chart->curves, SizeIs(1)) << "the GPU's runs had cold caches, and wrote a texture";
    EXPECT_EQ(chart->curves[0].id, cpu_variant);
}

TEST(SizeChart, says_where_the_gpu_becomes_the_faster_one) {
    const auto chart = size_chart(state_with(crossing_runs()));
    ASSERT_TRUE(chart && chart->crossover);
    EXPECT_NEAR(chart->crossover->size, 1000.0, 1.0) << "on straight lines between logarithms";
    EXPECT_NEAR(chart->crossover->seconds, 10e-6, 1e-9);
    EXPECT_TRUE(chart->crossover->gpu_above);
    EXPECT_EQ(chart->sentence,
              "The GPU (vec4_rows on NVIDIA H200) is faster from about 1 000 points on; below that, the CPU "
              "(cpu_parallel on AMD EPYC 9R14) is faster.");
}

TEST(SizeChart, says_who_is_faster_everywhere_and_how_many_times) {
    auto runs = crossing_runs();
    for (double& seconds : runs[2].seconds) seconds = 20e-6;
    const auto chart = size_chart(state_with(runs));
    ASSERT_TRUE(chart);
    EXPECT_FALSE(chart->crossover);
    EXPECT_EQ(chart->sentence,
              "The GPU (vec4_rows on NVIDIA H200) is faster than the CPU at every size that both curves "
              "reach: 2.00 times as fast at 100 points, and 10.0 times at 10 000.");
}

TEST(SizeChart, compares_only_where_both_were_measured) {
    auto runs = crossing_runs();
    runs[2].workload.rows = runs[2].workload.cols = 20000;
    runs[3].workload.rows = runs[3].workload.cols = 30000;
    const auto chart = size_chart(state_with(runs));
    ASSERT_TRUE(chart);
    EXPECT_FALSE(chart->crossover);
    EXPECT_THAT(chart->sentence, HasSubstr("do not overlap"));
    EXPECT_FALSE(fastest_at(chart->curves, Backend::cpu, 1000.0));
}

TEST(SizeChart, is_drawn_with_a_mark_for_each_run_and_a_name_for_each_curve) {
    const State state = state_with(crossing_runs()); // the chart points to its runs
    const auto chart = size_chart(state);
    ASSERT_TRUE(chart);
    const Chart drawing = size_drawing(*chart, gpu_variant);
    ASSERT_THAT(drawing.marks, SizeIs(4));
    std::vector<std::string> names;
    for (const ChartMark& mark : drawing.marks)
        if (!mark.name.empty()) names.push_back(mark.name);
    EXPECT_THAT(names, ElementsAre("vec4_rows", "cpu_parallel"));
    EXPECT_THAT(drawing.lines, SizeIs(3)) << "two curves, and where they cross";
    EXPECT_EQ(drawing.lines[0].style, LineStyle::whole) << "a GPU's";
    EXPECT_EQ(drawing.lines[1].style, LineStyle::dashed) << "a CPU's";
    EXPECT_TRUE(std::ranges::all_of(drawing.marks, &ChartMark::crossed)) << "recorded";
    EXPECT_THAT(point_story(*chart, chart->curves[0], chart->curves[0].points[0]), HasSubstr("100 points: 0.01"));
}

} // namespace
} // namespace pairscope::app
