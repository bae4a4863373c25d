// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "tests/state/sample_state.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace pairscope::app {
namespace {

using testing::ElementsAre;

/// A CPU with a fill of 50 GB/s, a read of 60 GB/s and 200 GFLOP/s; the first two CPU variants are measured.
State state_with_ceilings() {
    State state = state_with_origin_points(1000);
    profiling::Ceilings ceilings;
    ceilings.device = state.run.devices.front();
    using enum profiling::CeilingKind;
    for (const int threads : {4, 1}) {
        const double part = threads / 4.0;
        add(ceilings, {.kind = fill, .threads = threads, .value = part * 50e9, .samples = 20, .how = "stores"});
        add(ceilings, {.kind = read, .threads = threads, .value = part * 60e9, .samples = 20, .how = "loads"});
        add(ceilings, {.kind = fma, .threads = threads, .value = part * 200e9, .samples = 20, .how = "512-bit"});
    }
    state.run.ceilings[0].figures = ceilings;
    double seconds = 8e-3;
    for (const KernelVariant* variant : ladder(state)) {
        if (variant->backend != Backend::cpu || seconds < 1e-3) continue;
        profiling::Measurement m{.variant_id = std::string(variant->id),
                                 .workload = current_workload(state),
                                 .device = state.run.devices.front(),
                                 .seconds = {seconds, seconds},
                                 .timer = "clock",
                                 .predicted_bytes = predicted_bytes(*variant, current_workload(state)),
                                 .check = {}};
        state.run.outcomes[*key_for(state, *variant)] = m;
        if (seconds == 8e-3) state.run.variant_id = variant->id;
        seconds /= 4;
    }
    return state;
}

TEST(RooflineChart, without_ceilings_it_says_what_is_awaited) {
    State state = state_with_ceilings();
    state.run.ceilings.clear();
    EXPECT_FALSE(roofline_chart(state));
    EXPECT_THAT(roofline_awaits(state), testing::HasSubstr("being measured"));
    state.run.ceilings[0].failure = "no memory";
    EXPECT_THAT(roofline_awaits(state), testing::EndsWith("no memory"));
    state.run.variant_id.clear();
    EXPECT_THAT(roofline_awaits(state), testing::StartsWith("Choose a variant"));
}

TEST(RooflineChart, after_a_cancel_it_says_that_the_roofs_were_not_measured_and_how_to_go_on) {
    State state = state_with_ceilings();
    state.run.ceilings.clear();
    (void)update(state, command::CancelWork{});
    EXPECT_THAT(roofline_awaits(state), testing::HasSubstr("the work was cancelled. Space measures them."));
    (void)update(state, command::RunAgain{});
    EXPECT_THAT(roofline_awaits(state), testing::HasSubstr("are being measured"));
}

TEST(RooflineChart, there_is_a_dot_for_each_measured_variant_and_a_path_in_the_order_of_the_ladder) {
    const State state = state_with_ceilings();
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_EQ(chart->dots.size(), state.run.outcomes.size());
    std::vector<std::string> path;
    for (const std::size_t dot : chart->path) path.push_back(chart->dots[dot].id);
    std::vector<std::string> rungs;
    for (const KernelVariant* variant : ladder(state))
        if (measurement_for(state, *variant) != nullptr) rungs.emplace_back(variant->id);
    EXPECT_EQ(path, rungs);
    EXPECT_EQ(std::count_if(chart->dots.begin(), chart->dots.end(), [](const ChartDot& d) { return d.selected; }), 1);
    for (const ChartDot& dot : chart->dots) EXPECT_EQ(dot.bytes, profiling::Provenance::model);
}

TEST(RooflineChart, a_variant_that_leaves_out_work_says_so_where_it_is_above_its_roof) {
    State state = state_with_ceilings();
    Dataset bytes{.name = "bytes", .rows = 1000, .dims = 784};
    bytes.values = std::vector<std::uint8_t>(std::size_t(bytes.rows * bytes.dims));
    DataSnapshot data{.source = VectorSource{}};
    data.question.workload = "farthest_pair";
    data.question.parameters = {};
    data.question.first = std::make_shared<const Dataset>(std::move(bytes));
    set_dataset(state, std::move(data));
    const KernelVariant* const pruned = find_variant("farthest_pair/cpu_pruned");
    ASSERT_NE(pruned, nullptr);
    for (const int threads : {4, 1})
        add(*state.run.ceilings[0].figures, {.kind = profiling::CeilingKind::int8_dot,
                                             .threads = threads,
                                             .value = 1e11,
                                             .samples = 20,
                                             .how = "chains"});
    state.run.variant_id = pruned->id;
    state.run.outcomes[*key_for(state, *pruned)] =
        profiling::Measurement{.variant_id = std::string(pruned->id),
                               .workload = current_workload(state),
                               .device = state.run.devices.front(),
                               .seconds = {1e-3, 1e-3}, // 783 Mop take 7.8 ms under the ceiling
                               .timer = "clock",
                               .predicted_bytes = 784e3,
                               .check = {}};
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_THAT(roofline_sentence(state, *chart), testing::HasSubstr("It leaves out work that the workload counts"));
}

TEST(RooflineChart, the_roof_that_binds_a_writing_kernel_of_low_intensity_is_the_fill) {
    const auto chart = roofline_chart(state_with_ceilings());
    ASSERT_EQ(chart->roofs.size(), 3u);
    for (const Roof& roof : chart->roofs)
        EXPECT_EQ(roof.binds, roof.kind == profiling::CeilingKind::fill) << roof.label;
    EXPECT_EQ(chart->roofs.front().label, "read 15.0 GB/s with 1 thread, measured");
}

TEST(RooflineChart, the_roofs_are_those_of_as_many_threads_as_the_selected_variant_uses) {
    State state = state_with_ceilings();
    for (const KernelVariant* variant : ladder(state))
        if (variant->backend == Backend::cpu && variant->uses_all_threads) state.run.variant_id = variant->id;
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_EQ(chart->roofs.front().label, "read 60.0 GB/s, measured");
}

TEST(RooflineChart, little_arithmetic_makes_the_flat_roof_bind) {
    State state = state_with_ceilings();
    for (profiling::Ceiling& ceiling : state.run.ceilings[0].figures->found)
        if (ceiling.kind == profiling::CeilingKind::fma) ceiling.value = 1e9;
    const auto chart = roofline_chart(state);
    for (const Roof& roof : chart->roofs) EXPECT_EQ(roof.binds, roof.kind == profiling::CeilingKind::fma) << roof.label;
}

TEST(RooflineChart, a_roof_that_was_not_measured_is_not_drawn) {
    State state = state_with_ceilings();
    std::erase_if(state.run.ceilings[0].figures->found,
                  [](const profiling::Ceiling& c) { return c.kind == profiling::CeilingKind::fma; });
    const auto chart = roofline_chart(state);
    ASSERT_EQ(chart->roofs.size(), 2u);
    EXPECT_DOUBLE_EQ(line_of(*chart, chart->roofs.front()).back().x, chart->intensity.high);
}

TEST(RooflineChart, all_that_is_drawn_lies_within_the_axes) {
    const auto chart = roofline_chart(state_with_ceilings());
    const auto inside = [&](double x, double y) {
        constexpr double rounding = 1e-9;
        return x >= chart->intensity.low * (1 - rounding) && x <= chart->intensity.high * (1 + rounding) &&
               y >= chart->performance.low * (1 - rounding) && y <= chart->performance.high * (1 + rounding);
    };
    for (const ChartDot& dot : chart->dots) EXPECT_TRUE(inside(dot.intensity, dot.performance)) << dot.id;
    for (const Roof& roof : chart->roofs)
        for (const ChartPoint& point : line_of(*chart, roof)) EXPECT_TRUE(inside(point.x, point.y)) << roof.label;
}

TEST(RooflineChart, ticks_are_at_one_two_five_or_at_powers_of_ten_if_those_are_too_many) {
    const auto labels = [](AxisRange range, std::size_t most) {
        std::vector<std::string> found;
        for (const Tick& tick : log_ticks(range, most)) found.push_back(tick.label);
        return found;
    };
    EXPECT_THAT(labels({0.1, 2.0}, 9), ElementsAre("0.1", "0.2", "0.5", "1", "2"));
    EXPECT_THAT(labels({1e11, 1e14}, 5), ElementsAre("100 G", "1 T", "10 T", "100 T"));
    EXPECT_THAT(labels({2e9, 5e9}, 1), ElementsAre("2 G", "5 G"));
    EXPECT_THAT(labels({0.04, 0.6}, 2), ElementsAre("0.05", "0.2")) << "four lines of text have no room there";
    EXPECT_THAT(labels({1.0, 1e6}, 3), ElementsAre("1", "1 k", "1 M"));
    constexpr double infinity = std::numeric_limits<double>::infinity();
    EXPECT_THAT(labels({1.0, infinity}, 9), ElementsAre()) << "it once looked for the last one without end";
    EXPECT_THAT(labels({1e-320, 1.0}, 9), ElementsAre());
    EXPECT_THAT(labels({0.0, 1.0}, 9), ElementsAre());
}

TEST(RooflineChart, of_a_cache_has_only_those_whose_bytes_were_counted) {
    State state = state_with_ceilings();
    (void)update(state, command::SetMemoryLevel{profiling::MemoryLevel::l2});
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_EQ(chart->level, profiling::MemoryLevel::l2);
    EXPECT_TRUE(chart->dots.empty());
    EXPECT_THAT(roofline_sentence(state, *chart), ::testing::HasSubstr("L2 were not counted"));
    auto& m =
        std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, *find_variant(state.run.variant_id))));
    m.counters = profiling::Counters{.chip = "GH100", .passes = 1, .counts = {{"l2_bytes", "m", 1e6}}};
    const auto counted = roofline_chart(state);
    ASSERT_EQ(counted->dots.size(), 1u);
    EXPECT_EQ(counted->dots[0].bytes, profiling::Provenance::counter);
    EXPECT_DOUBLE_EQ(counted->dots[0].intensity, work_of(m.workload).flops / 1e6);
}

TEST(RooflineChart, tells_what_the_dashed_line_of_a_simulated_variant_stands_for) {
    const State state = state_with_ceilings();
    auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    chart->dots.clear();
    chart->simulated = ChartIntensity{"distance_matrix/coalesced", 1.5};
    EXPECT_EQ(roofline_sentence(state, *chart),
              "coalesced is simulated on this CPU, so it has no time and no mark. The dashed line stands for its "
              "intensity: 1.50 flop per predicted byte of DRAM.");
}

TEST(RooflineChart, says_how_near_the_selected_variant_is_to_its_roof) {
    State state = state_with_ceilings();
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_THAT(
        roofline_sentence(state, *chart),
        ::testing::ContainsRegex("^The useful fraction of [a-z0-9_]+ is [0-9]+[.][0-9][0-9] of the fill ceiling[.] "
                                 "Its arithmetic intensity is [0-9.]+ flop per predicted byte of DRAM[.]"));
}

TEST(RooflineChart, calls_the_counted_bytes_the_bandwidth_used_as_every_other_place_does) {
    State state = state_with_ceilings();
    auto& m =
        std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, *find_variant(state.run.variant_id))));
    m.counters = profiling::Counters{
        .chip = "GH100",
        .passes = 1,
        .counts = {{"dram_bytes_read", "m", 0.0}, {"dram_bytes_written", "m", 2.0 * m.predicted_bytes}}};
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_THAT(
        roofline_sentence(state, *chart),
        ::testing::ContainsRegex("^The bandwidth used by [a-z0-9_]+ is [<0-9.]+ of the fill ceiling, and "
                                 "its useful fraction is [0-9.]+ of the fill ceiling[.] Its arithmetic intensity"));
}

TEST(RooflineChart, names_the_busiest_part_of_the_memory_system_where_counters_know_it) {
    State state = state_with_ceilings();
    auto& m =
        std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, *find_variant(state.run.variant_id))));
    m.counters = profiling::Counters{
        .chip = "GH100", .passes = 1, .counts = {{"dram_throughput", "m", 0.07}, {"l2_throughput", "m", 0.67}}};
    EXPECT_THAT(roofline_sentence(state, *roofline_chart(state)), ::testing::Not(::testing::HasSubstr("busiest")))
        << "nothing is known of the L1 cache";
    m.counters->counts.push_back({"l1_throughput", "m", 0.31});
    EXPECT_THAT(roofline_sentence(state, *roofline_chart(state)),
                ::testing::HasSubstr("The busiest part of the memory system is the L2 cache, at 67"));
}

TEST(RooflineChart, in_pairs_a_second_every_dot_stands_as_far_below_its_roof) {
    State state = state_with_ceilings();
    const auto flops = roofline_chart(state);
    (void)update(state, command::SetWorkUnit{profiling::WorkUnit::pair});
    const auto pairs = roofline_chart(state);
    ASSERT_TRUE(flops && pairs);
    EXPECT_EQ(full_title(drawing_of(*pairs).y), "performance [pairs/s]");
    EXPECT_EQ(full_title(drawing_of(*pairs).x), "intensity [pairs per byte of DRAM traffic]");
    ASSERT_EQ(flops->dots.size(), pairs->dots.size());
    const Workload workload = current_workload(state);
    for (std::size_t i = 0; i < pairs->dots.size(); ++i) {
        const profiling::Measurement& m = *pairs->dots[i].run;
        EXPECT_NEAR(pairs->dots[i].performance, work_of(workload).pairs / m.seconds.front(),
                    1e-6 * pairs->dots[i].performance);
        EXPECT_NEAR(pairs->dots[i].performance / pairs->dots[i].intensity,
                    flops->dots[i].performance / flops->dots[i].intensity, 1e-3);
    }
    const auto fma = [](const RooflineChart& chart) {
        return *std::ranges::find(chart.roofs, profiling::CeilingKind::fma, &Roof::kind);
    };
    const double per_pair = work_of(workload).flops / work_of(workload).pairs;
    EXPECT_NEAR(fma(*pairs).limit * per_pair, fma(*flops).limit, 1.0);
    EXPECT_THAT(fma(*pairs).label, testing::HasSubstr("Gpairs/s"));
    EXPECT_EQ(fma(*pairs).binds, fma(*flops).binds);
    EXPECT_THAT(roofline_sentence(state, *pairs),
                testing::ContainsRegex("Its intensity is .* pairs per predicted byte"));
}

TEST(RooflineChart, the_slowest_samples_are_the_lower_end_of_a_dots_interval) {
    State state = state_with_ceilings();
    auto& m =
        std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, *find_variant(state.run.variant_id))));
    m.seconds = {7e-3, 7.5e-3, 8e-3, 8e-3, 8.5e-3, 9e-3}; // so few have the least and the most as their interval
    const auto chart = roofline_chart(state);
    const auto dot = std::ranges::find_if(chart->dots, &ChartDot::selected);
    ASSERT_NE(dot, chart->dots.end());
    ASSERT_TRUE(dot->interval);
    const double flops = work_of(m.workload).flops;
    EXPECT_DOUBLE_EQ(dot->interval->low, flops / 9e-3);
    EXPECT_DOUBLE_EQ(dot->interval->high, flops / 7e-3);
}

TEST(RooflineChart, a_roof_on_the_binding_one_is_left_out) {
    State state = state_with_ceilings();
    for (profiling::Ceiling& ceiling : state.run.ceilings.at(0).figures->found)
        if (ceiling.kind == profiling::CeilingKind::read) ceiling.value *= 0.84; // 1 % above the fill
    const auto chart = roofline_chart(state);
    for (const Roof& roof : chart->roofs) EXPECT_NE(roof.kind, profiling::CeilingKind::read);
}

} // namespace
} // namespace pairscope::app
