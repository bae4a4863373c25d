// SPDX-License-Identifier: MIT
// The roofline of integer work, on the screen, on paper and in words: its axis counts operations, its roofs are those
// of integer arithmetic, and nothing is compared with memory that memory does not limit.
#include "app/chart/fractions.h"
#include "app/paper/chart.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/measuring/time_charts.h"
#include "app/subjects/recordings/recordings.h"
#include "profiling/roofline.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using profiling::CeilingKind;
using profiling::MemoryLevel;
using profiling::WorkUnit;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr Workload question{.type = "byte_matches", .rows = 4096, .cols = 4096, .dims = 64};

/// 3.22 Gop in 1 ms, with 1 MB through DRAM by its own model.
profiling::Measurement measured(double seconds = 1e-3) {
    profiling::Measurement m = profiling::sample_measurement();
    m.variant_id = "byte_matches/query_per_thread";
    m.workload = question;
    m.target = TargetKind::linear;
    m.seconds.assign(11, seconds);
    m.predicted_bytes = 1e6;
    m.counters.reset();
    return m;
}

profiling::Ceilings ceilings_of(const Device& device) {
    profiling::Ceilings ceilings;
    ceilings.device = device;
    add(ceilings, {.kind = CeilingKind::fill, .value = 4.6e12, .samples = 20, .how = "stores"});
    add(ceilings, {.kind = CeilingKind::copy, .value = 4.2e12, .samples = 20, .how = "loads and stores"});
    add(ceilings, {.kind = CeilingKind::read, .value = 4.0e12, .samples = 20, .how = "loads"});
    add(ceilings, {.kind = CeilingKind::fma, .value = 65e12, .samples = 20, .how = "fused"});
    add(ceilings, {.kind = CeilingKind::int8_dot, .value = 16e12, .samples = 20, .how = "dp4a"});
    return ceilings;
}

/// The run of an H200, shown on a machine without one.
State recorded_state(const profiling::Measurement& m, const profiling::Ceilings& ceilings) {
    auto recording = std::make_shared<profiling::Recording>(profiling::sample_recording());
    recording->devices = {m.device};
    recording->runs = {m};
    recording->ceilings = {ceilings};
    State state;
    state.data.now.question.workload = "byte_matches";
    state.run.devices = {Device{}};
    state.run.variant_id = m.variant_id;
    state.recordings.shown = {{.id = 1, .path = "h200.pairscope", .recording = recording}};
    state.recordings.chosen = RecordedChoice{1, m.device};
    return state;
}
State recorded_state() { return recorded_state(measured(), ceilings_of(measured().device)); }

std::vector<CeilingKind> kinds_of(const RooflineChart& chart) {
    std::vector<CeilingKind> kinds;
    for (const Roof& roof : chart.roofs) kinds.push_back(roof.kind);
    return kinds;
}

/// A sum over 4 096 x 4 096 pairs of 64 bytes: 403 Mop by the workload's own count.
profiling::Measurement measured_bits(double seconds) {
    profiling::Measurement m = measured(seconds);
    m.variant_id = "bit_differences/cpu_words";
    m.workload = {.type = "bit_differences", .rows = 4096, .cols = 4096, .dims = 64};
    return m;
}

TEST(OwnCeiling, is_a_kind_with_the_words_of_its_workload) {
    const auto kind = profiling::ceiling_kind_named("popcount");
    ASSERT_TRUE(kind);
    EXPECT_EQ(name_of(*kind), "popcount");
    EXPECT_EQ(title_of(*kind), "bit count");
    EXPECT_EQ(unit_of(*kind), "op/s");
    EXPECT_EQ(profiling::arithmetic_of(*kind), WorkUnit::operation);
    EXPECT_THAT(profiling::other_ceilings(), testing::Contains(*kind)) << "it is measured with the others";
    for (const CeilingKind shared : profiling::ceiling_kinds) EXPECT_EQ(profiling::own_ceiling_of(shared), nullptr);
}

TEST(OwnCeiling, is_measured_by_the_micro_kernel_of_the_workload) {
    const CeilingKind kind = *profiling::ceiling_kind_named("popcount");
    const Device cpu = devices().back();
    const profiling::Ceilings found =
        profiling::measure_ceilings(cpu, {.kinds = {kind, CeilingKind::read}}, {.threads = 1});
    const profiling::Ceiling* const popcount = profiling::find(found, kind, 1);
    ASSERT_NE(popcount, nullptr);
    EXPECT_GT(popcount->value, 1e7);
    EXPECT_EQ(popcount->how, "4 chains of counted words per thread");
}

TEST(OwnCeiling, limits_its_workload_and_without_it_there_is_no_fraction_anywhere) {
    const CeilingKind kind = *profiling::ceiling_kind_named("popcount");
    profiling::Ceilings ceilings = ceilings_of(measured().device);
    const auto m = measured_bits(1e-3);
    EXPECT_FALSE(profiling::limit_for(m, ceilings)) << "dp4a and multiply-adds do not fit";
    EXPECT_FALSE(profiling::useful_fraction(m, ceilings));
    State state = recorded_state(m, ceilings);
    state.data.now.question.workload = "bit_differences";
    EXPECT_FALSE(result_rows(state).empty() ? std::optional<double>()
                                            : result_rows(state).front().figure("useful_fraction"));
    const auto without = roofline_chart(state);
    ASSERT_TRUE(without);
    EXPECT_THAT(kinds_of(*without), Not(testing::Contains(CeilingKind::int8_dot)));
    EXPECT_THAT(dot_story(*without, without->dots.front()), Not(HasSubstr("useful fraction")));

    add(ceilings, {.kind = kind, .value = 1e12, .samples = 20, .how = "chains"});
    const auto limit = profiling::limit_for(m, ceilings);
    ASSERT_TRUE(limit);
    EXPECT_EQ(limit->ceiling->kind, kind);
    EXPECT_NEAR(profiling::useful_fraction(m, ceilings).value(), 3.0 * 8 * 4096 * 4096 / 1e-3 / 1e12, 1e-9);
    state = recorded_state(m, ceilings);
    state.data.now.question.workload = "bit_differences";
    const auto with = roofline_chart(state);
    ASSERT_TRUE(with);
    EXPECT_THAT(kinds_of(*with), testing::Contains(kind));
    EXPECT_THAT(roofline_sentence(state, *with), HasSubstr("of the bit count ceiling"));
}

TEST(OwnCeiling, is_kept_in_a_recording) {
    profiling::Recording recording = profiling::sample_recording();
    recording.devices = {measured().device};
    recording.runs = {measured_bits(1e-3)};
    profiling::Ceilings ceilings = ceilings_of(measured().device);
    add(ceilings, {.kind = *profiling::ceiling_kind_named("popcount"), .value = 1e12, .samples = 20, .how = "chains"});
    recording.ceilings = {ceilings};
    const profiling::Recording again = profiling::recording_in(profiling::text_of(recording));
    ASSERT_EQ(again.ceilings.size(), 1u);
    EXPECT_TRUE(
        profiling::useful_fraction(std::get<profiling::Measurement>(again.runs.front()), again.ceilings.front()));
}

TEST(IntegerRoofline, counts_operations_where_there_are_no_flops) {
    EXPECT_THAT(profiling::units_of(question), ElementsAre(WorkUnit::operation, WorkUnit::pair));
    const State state = recorded_state();     // the chart points into it
    const auto chart = roofline_chart(state); // flops are what is asked for at first
    ASSERT_TRUE(chart);
    EXPECT_EQ(chart->unit, WorkUnit::operation);
    ASSERT_EQ(chart->dots.size(), 1u);
    EXPECT_DOUBLE_EQ(chart->dots[0].performance, 3.0 * 4096 * 4096 * 64 / 1e-3);
    EXPECT_DOUBLE_EQ(chart->dots[0].intensity, 3.0 * 4096 * 4096 * 64 / 1e6);
    const Chart drawing = drawing_of(*chart);
    EXPECT_EQ(full_title(drawing.y), "performance [op/s]");
    EXPECT_EQ(full_title(drawing.x), "arithmetic intensity [op per byte of DRAM traffic]");
}

TEST(IntegerRoofline, has_the_roofs_that_its_workload_names_and_no_others_of_arithmetic) {
    const State state = recorded_state();
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_THAT(kinds_of(*chart),
                ElementsAre(CeilingKind::fill, CeilingKind::copy, CeilingKind::read, CeilingKind::int8_dot));
    EXPECT_EQ(chart->roofs.back().label, "int8 dot product 16.0 Top/s, recorded");
    EXPECT_TRUE(chart->roofs.back().binds);
    EXPECT_EQ(std::ranges::count_if(chart->roofs, &Roof::binds), 1);
    for (const auto& [x, y] : line_of(*chart, chart->roofs.back())) EXPECT_EQ(y, 16e12);
}

TEST(IntegerRoofline, of_two_ways_to_do_the_arithmetic_the_faster_one_limits) {
    profiling::Ceilings ceilings = ceilings_of(measured().device);
    add(ceilings, {.kind = CeilingKind::tensor_int8, .value = 1.6e15, .samples = 20, .how = "mma"});
    const auto chart = roofline_chart(recorded_state(measured(), ceilings));
    ASSERT_TRUE(chart);
    EXPECT_THAT(kinds_of(*chart),
                ElementsAre(CeilingKind::fill, CeilingKind::read, CeilingKind::tensor_int8, CeilingKind::int8_dot))
        << "four are enough: the copy cannot limit";
    const auto binding = std::ranges::find_if(chart->roofs, &Roof::binds);
    ASSERT_NE(binding, chart->roofs.end());
    EXPECT_EQ(binding->kind, CeilingKind::tensor_int8);
    EXPECT_EQ(profiling::limit_for(measured(), ceilings)->ceiling->kind, CeilingKind::tensor_int8);
    EXPECT_LE(profiling::useful_fraction(measured(1e-4), ceilings).value(), 1.0)
        << "a kernel on tensor cores is not above its ceiling";
}

TEST(IntegerRoofline, is_limited_by_reading_where_it_moves_many_bytes) {
    profiling::Measurement m = measured();
    m.predicted_bytes = 3e9;
    const auto chart = roofline_chart(recorded_state(m, ceilings_of(m.device)));
    ASSERT_TRUE(chart);
    const auto binding = std::ranges::find_if(chart->roofs, &Roof::binds);
    ASSERT_NE(binding, chart->roofs.end());
    EXPECT_EQ(binding->kind, CeilingKind::read) << "its output is small: it does not fill memory";
}

TEST(IntegerRoofline, says_in_words_what_limits_and_nothing_of_memory) {
    State state = recorded_state();
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    for (const std::string& words : {roofline_sentence(state, *chart), dot_story(*chart, chart->dots[0])}) {
        EXPECT_THAT(words, HasSubstr("int8 dot product ceiling"));
        EXPECT_THAT(words, Not(HasSubstr("fill")));
        EXPECT_THAT(words, Not(HasSubstr("flop")));
        EXPECT_THAT(words, Not(HasSubstr("compulsory")));
    }
    EXPECT_THAT(
        roofline_sentence(state, *chart),
        testing::ContainsRegex("^The useful fraction of [a-z0-9_]+ is 0[.]20 of the int8 dot product ceiling[.]"));
    EXPECT_THAT(dot_story(*chart, chart->dots[0]), HasSubstr("3.22 Top/s: its ops divided by 1.00 ms"));
}

TEST(IntegerRoofline, in_pairs_lies_as_far_below_its_roof) {
    State state = recorded_state();
    const auto operations = roofline_chart(state);
    state.look.unit = WorkUnit::pair;
    const auto pairs = roofline_chart(state);
    ASSERT_TRUE(operations && pairs);
    EXPECT_EQ(full_title(drawing_of(*pairs).y), "performance [pairs/s]");
    EXPECT_NEAR(pairs->dots[0].performance / pairs->roofs.back().limit,
                operations->dots[0].performance / operations->roofs.back().limit, 1e-12);
    EXPECT_THAT(pairs->roofs.back().provenance, HasSubstr("16.0 Top/s at 192 op per pair"));
}

TEST(IntegerRoofline, is_drawn_on_paper_with_its_own_unit_and_roofs) {
    const std::string svg = charts::drawn(recorded_state(), {.kind = "roofline", .format = charts::Format::svg});
    EXPECT_THAT(svg, HasSubstr("performance [op/s]"));
    EXPECT_THAT(svg, HasSubstr("int8 dot product 16.0 Top/s"));
    EXPECT_THAT(svg, Not(HasSubstr("flop")));
}

TEST(IntegerWork, is_rated_by_its_operations_where_they_limit_and_by_its_bytes_where_those_do) {
    const WorkloadType& byte_matches = type_of("byte_matches");
    profiling::Ceilings ceilings = ceilings_of(measured().device);
    const auto rate = profiling::useful_rate(measured(), &ceilings);
    EXPECT_EQ(rate.unit, "op/s");
    EXPECT_EQ(useful_rate_text(rate), "3.22 Top/s of useful work");
    EXPECT_EQ(useful_rate_meaning(rate, byte_matches),
              "This rate is the work that the workload requires (3.22 Gop), divided by the median time.");
    EXPECT_THAT(useful_fraction_meaning(profiling::limit_for(measured(), ceilings)->ceiling->kind, byte_matches),
                HasSubstr("fraction of the int8 dot product ceiling"));
    for (profiling::Ceiling& ceiling : ceilings.found)
        if (ceiling.kind == CeilingKind::read) ceiling.value = 1e9;
    EXPECT_EQ(profiling::useful_rate(measured(), &ceilings).unit, "B/s");
    EXPECT_EQ(profiling::useful_rate(measured(), nullptr).unit, "B/s") << "the first that the workload names";
    EXPECT_THAT(useful_fraction_meaning(CeilingKind::read, byte_matches),
                AllOf(HasSubstr("at which the device read memory"), HasSubstr("(queries and candidates read once,")));
}

TEST(IntegerWork, has_its_bandwidth_compared_with_reading) {
    profiling::Measurement m = measured();
    m.counters = profiling::Counters{
        .chip = "GH100", .passes = 1, .counts = {{"dram_bytes_written", "m", 1e9}, {"dram_bytes_read", "m", 1e9}}};
    EXPECT_DOUBLE_EQ(profiling::bandwidth_used(m, ceilings_of(m.device)).value(), 0.5);
}

} // namespace
} // namespace pairscope::app
