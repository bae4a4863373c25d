// SPDX-License-Identifier: MIT
// Why one run is faster than another: from runs that an H200 recorded, and from made-up ones.
#include "app/spine/files/paths.h"
#include "app/subjects/compare/why_table.h"
#include "kernels/data/dataset.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/file.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using testing::HasSubstr;
using testing::StartsWith;

/// Runs that come with the program.
class Recorded {
public:
    explicit Recorded(const char* file)
        : recording_(profiling::load_recording(assets_folder() / "recordings" / file)) {}

    [[nodiscard]] WhySide side(std::string_view variant, std::int64_t n) const {
        WhySide side{.name = std::string(short_name(variant)), .origin = "recorded"};
        for (const profiling::RunOutcome& run : recording_.runs)
            if (const auto* m = std::get_if<Measurement>(&run);
                m != nullptr && m->variant_id == variant && m->target == TargetKind::linear && n_of(m->workload) == n &&
                m->device.backend == Backend::cuda)
                side.run = m;
        for (const profiling::Ceilings& ceilings : recording_.ceilings)
            if (side.run != nullptr && ceilings.device == side.run->device) side.ceilings = &ceilings;
        return side;
    }

private:
    profiling::Recording recording_;
};

const Recorded& pairs_of_h200() {
    static const Recorded recording("NVIDIA H200/rbf_pair.pairscope");
    return recording;
}

const Recorded& h200() {
    static const Recorded recording("NVIDIA H200/distance_matrix.pairscope");
    return recording;
}

WhyTable of_h200(const char* a, const char* b) {
    return why_table(h200().side(std::string("distance_matrix/") + a, 30336),
                     h200().side(std::string("distance_matrix/") + b, 30336), {});
}

TEST(WhyTable, names_the_sectors_per_request_of_stores_that_do_not_coalesce) {
    const WhyTable table = of_h200("row_per_thread", "coalesced");
    EXPECT_EQ(why_sentence(table), "coalesced is 2.00 times as fast as row_per_thread, mainly because it writes 4.00 "
                                   "instead of 32.0 sectors per request.");
    EXPECT_EQ(why_sentence(of_h200("coalesced", "row_per_thread")), why_sentence(table)) << "whichever was selected";
}

TEST(WhyTable, tells_of_a_wait_only_where_warps_really_waited) {
    Measurement a = *h200().side("distance_matrix/row_per_thread", 30336).run, b = a;
    const auto wait = [](Measurement& m, const char* name, double warps) {
        if (!m.counters) m.counters.emplace();
        std::erase_if(m.counters->counts, [&](const profiling::Count& count) { return count.name == name; });
        m.counters->counts.push_back({.name = name, .counter = "made up", .value = warps});
    };
    wait(a, "stall_barrier", 1.78e-8);
    wait(b, "stall_barrier", 0.004);
    wait(a, "stall_long_scoreboard", 2.5);
    wait(b, "stall_long_scoreboard", 1.78e-8);
    const WhyTable table = why_table({.name = "a", .run = &a}, {.name = "b", .run = &b}, {});
    const auto row = [&](std::string_view title) { return std::ranges::find(table.rows, title, &WhyRow::title); };
    EXPECT_EQ(row("stall: barrier"), table.rows.end());
    ASSERT_NE(row("stall: memory"), table.rows.end());
    EXPECT_EQ(row("stall: memory")->shown_a, "2.50 warps");
    EXPECT_EQ(row("stall: memory")->shown_b, "fewer than 0.01 warps");
}

TEST(WhyTable, names_several_causes_where_no_single_quantity_explains_the_difference) {
    EXPECT_THAT(why_sentence(of_h200("coalesced", "shared_tile")),
                AllOf(StartsWith("shared_tile is 1.80 times as fast as coalesced"), HasSubstr("instead of"),
                      Not(HasSubstr("No quantity in"))));
}

/// A small example of the workload, or points where it has none.
std::vector<Dataset> small_sets(const WorkloadType& type) {
    if (type.example == nullptr) return {generate(default_settings(Shape::two_moons, 256, 1))};
    const bool is_long = counts_coordinates(type.inputs);
    const std::int64_t rows = is_long ? type.inputs.rows.least : 128;
    const std::int64_t dims = is_long ? std::int64_t{1} << 16 : type.classic.dims;
    std::vector<Dataset> sets{type.example(0, rows, dims, {})};
    if (type.inputs.sets == 2) sets.push_back(type.example(1, rows, dims, {}));
    return sets;
}

/// Made once for each variant. Absent: only a GPU can run it.
std::optional<TracedFigures> trace_of(std::string_view id) {
    static std::map<std::string, std::optional<TracedFigures>, std::less<>> made;
    if (const auto found = made.find(id); found != made.end()) return found->second;
    const KernelVariant* const variant = find_variant(id);
    std::optional<TracedFigures> figures;
    if (variant != nullptr && simt::why_not_simulated(*variant).empty()) {
        const std::vector<Dataset> sets = small_sets(type_of(variant->workload));
        Inputs inputs = sets.size() == 1 ? inputs_of(sets[0]) : inputs_of(sets[0], sets[1]);
        inputs.parameters = usual_parameters(type_of(variant->workload));
        simt::TraceOptions options;
        options.most_accesses = 500'000;
        figures = figures_of(simt::trace(*variant, inputs, options));
    }
    return made.emplace(id, figures).first->second;
}

/// Neighbours of a ladder, as one device timed them with one size and one kind of memory.
std::vector<std::pair<WhySide, WhySide>> neighbours_in(const profiling::Recording& recording) {
    std::map<std::tuple<std::string, Workload, TargetKind>, std::vector<WhySide>> ladders;
    for (const profiling::RunOutcome& run : recording.runs) {
        const auto* m = std::get_if<Measurement>(&run);
        if (m == nullptr || m->device.backend != Backend::cuda || m->caches != profiling::CacheState::warm) continue;
        WhySide side{.name = std::string(short_name(m->variant_id)), .run = m};
        for (const profiling::Ceilings& ceilings : recording.ceilings)
            if (ceilings.device == m->device) side.ceilings = &ceilings;
        ladders[{m->device.name, m->workload, m->target}].push_back(side);
    }
    std::vector<std::pair<WhySide, WhySide>> neighbours;
    for (const auto& [key, sides] : ladders)
        for (std::size_t i = 1; i < sides.size(); ++i) neighbours.emplace_back(sides[i - 1], sides[i]);
    return neighbours;
}

TEST(WhyTable, explains_the_neighbours_of_the_ladders_that_an_h200_recorded) {
    std::size_t told = 0, untold = 0;
    for (const auto& entry : std::filesystem::directory_iterator(assets_folder() / "recordings/NVIDIA H200")) {
        const profiling::Recording recording = profiling::load_recording(entry.path());
        for (const auto& [a, b] : neighbours_in(recording)) {
            const WhyTable table = why_table(a, b, {});
            double sum = 0.0;
            for (const WhyRow& row : table.rows) {
                sum += row.part.value_or(0.0);
                EXPECT_TRUE(!row.part || *row.part <= *row.share + 1e-9) << row.title;
            }
            EXPECT_LE(sum, 1.0 + 1e-9) << a.name << " and " << b.name;
            if (!table.tells_apart || !table.obstacle.empty() || !a.run->counters || !b.run->counters) continue;
            const std::string sentence = why_sentence(table);
            const bool is_told = sentence.find("No quantity in") == std::string::npos;
            (is_told ? told : untold) += 1;
            if (!is_told) std::printf("not told: %s\n", sentence.c_str());
        }
    }
    EXPECT_GT(told, 50u);
    EXPECT_EQ(untold, 0u);
}

TEST(WhyTable, names_the_bytes_where_only_fewer_of_them_help) {
    EXPECT_THAT(why_sentence(of_h200("vec4_rows", "half_output")),
                AllOf(StartsWith("half_output is 1.96 times as fast as vec4_rows, mainly because it moves "),
                      HasSubstr(" GB instead of 3."), HasSubstr("between DRAM and the chip")));
}

TEST(WhyTable, explains_nothing_where_the_times_are_about_equal) {
    const WhyTable table = of_h200("vec4_rows", "store_policy");
    EXPECT_FALSE(table.tells_apart);
    EXPECT_THAT(why_sentence(table), HasSubstr("about the same time"));
    for (const WhyRow& row : table.rows) EXPECT_FALSE(row.share) << row.title;
}

TEST(WhyTable, has_the_time_first_and_then_the_largest_share) {
    const WhyTable table = of_h200("row_per_thread", "coalesced");
    ASSERT_GT(table.rows.size(), 10u);
    EXPECT_TRUE(has_shares(table));
    EXPECT_EQ(table.rows.front().title, "time");
    EXPECT_EQ(table.rows[1].title, "store sectors per request");
    EXPECT_EQ(table.rows[1].from, "counter");
    const auto size = [](const WhyRow& row) { return row.share ? std::abs(*row.share) : -1.0; };
    EXPECT_TRUE(std::is_sorted(table.rows.begin() + 1, table.rows.end(),
                               [&](const WhyRow& a, const WhyRow& b) { return size(a) > size(b); }));
}

TEST(WhyTable, values_that_read_as_equal_explain_nothing) {
    WhySide b = h200().side("distance_matrix/coalesced", 30336);
    Measurement slower = *b.run;
    for (double& seconds : slower.seconds) seconds *= 2.0;
    for (profiling::Count& count : slower.counters->counts) count.value *= 0.9999; // is shown with three digits
    const WhySide a{.name = "slower", .run = &slower, .ceilings = b.ceilings};
    const WhyTable table = why_table(a, b, {});
    std::size_t equal = 0;
    for (const WhyRow& row : table.rows)
        if (row.share && row.shown_a == row.shown_b) {
            EXPECT_EQ(*row.share, 0.0) << row.title;
            ++equal;
        }
    EXPECT_GT(equal, 2u);
}

TEST(WhyTable, of_two_sizes_has_an_obstacle_instead_of_rows) {
    WhySide b = h200().side("distance_matrix/coalesced", 30336);
    Measurement smaller = *b.run;
    smaller.workload.rows = smaller.workload.cols = 1000;
    b.run = &smaller;
    const WhyTable table = why_table(h200().side("distance_matrix/row_per_thread", 30336), b, {});
    EXPECT_TRUE(table.rows.empty());
    EXPECT_THAT(why_sentence(table), HasSubstr("different sizes"));
}

TEST(WhyTable, takes_sectors_from_the_trace_where_they_were_not_counted) {
    WhySide a = h200().side("distance_matrix/row_per_thread", 30336),
            b = h200().side("distance_matrix/coalesced", 30336);
    Measurement uncounted_a = *a.run, uncounted_b = *b.run;
    uncounted_a.counters.reset();
    a.run = &uncounted_a;
    b.run = &uncounted_b;
    const Workload traced{.type = a.run->workload.type, .rows = 64, .cols = 64, .dims = 2};
    a.trace = TracedFigures{.workload = traced, .stores = {.requests = 100, .sectors = 3200}};
    b.trace = TracedFigures{.workload = traced, .stores = {.requests = 100, .sectors = 400}};
    const WhyTable table = why_table(a, b, {});
    const auto row = std::ranges::find(table.rows, "store sectors per request", &WhyRow::title);
    ASSERT_NE(row, table.rows.end());
    EXPECT_EQ(row->from, "trace") << "only one of the two was counted, so both are compared by their traces";
    EXPECT_DOUBLE_EQ(*row->a, 32.0);
    EXPECT_DOUBLE_EQ(*row->b, 4.0);
    const auto conflicts = std::ranges::find(table.rows, "bank conflicts", &WhyRow::title);
    EXPECT_EQ(conflicts, table.rows.end()) << "nobody knows them, so there is no row";
}

TEST(WhyTable, says_once_that_traces_are_still_to_come) {
    WhySide a = pairs_of_h200().side("rbf_pair/reduce_modulo", 1 << 24),
            b = pairs_of_h200().side("rbf_pair/reduce_strided_index", 1 << 24);
    ASSERT_TRUE(a.run != nullptr && b.run != nullptr);
    a.trace_is_to_come = b.trace_is_to_come = true;
    const WhyTable waiting = why_table(a, b, {});
    EXPECT_EQ(waiting.to_come,
              "Both variants are still being traced: sectors, requests, bank conflicts and idle lanes that are "
              "missing here will follow.");
    EXPECT_THAT(why_sentence(waiting), testing::EndsWith("as fast as reduce_modulo. " + waiting.to_come));
    a.trace_is_to_come = false;
    a.trace = trace_of("rbf_pair/reduce_modulo");
    const WhyTable half = why_table(a, b, {});
    EXPECT_THAT(half.to_come, StartsWith("reduce_strided_index is still being traced: sectors, requests"));
    for (const WhyRow& row : half.rows) EXPECT_TRUE(row.a && row.b) << row.title << " is unknown of one of them";
    b.trace_is_to_come = false;
    b.trace = trace_of("rbf_pair/reduce_strided_index");
    const WhyTable both = why_table(a, b, {});
    EXPECT_TRUE(both.to_come.empty());
    EXPECT_THAT(why_sentence(both), HasSubstr("of the lanes are idle in its loads and stores"));
}

TEST(WhyTable, names_bank_conflicts_of_traces) {
    const auto sentence_of = [](const char* a, const char* b) {
        WhySide of_a = pairs_of_h200().side(a, 1 << 24), of_b = pairs_of_h200().side(b, 1 << 24);
        of_a.trace = trace_of(a);
        of_b.trace = trace_of(b);
        return why_sentence(why_table(of_a, of_b, {}));
    };
    EXPECT_THAT(sentence_of("rbf_pair/reduce_strided_index", "rbf_pair/reduce_sequential"),
                HasSubstr("it has 0 instead of "));
    EXPECT_THAT(sentence_of("rbf_pair/reduce_sequential", "rbf_pair/reduce_first_add"), HasSubstr(" threads"));
}

/// Neighbours of a ladder of which the recording has times: each variant and its parent, and each and the next one.
std::vector<std::pair<WhySide, WhySide>> steps_in(const profiling::Recording& recording) {
    std::vector<std::pair<WhySide, WhySide>> steps;
    for (const auto& [a, b] : neighbours_in(recording)) steps.emplace_back(a, b);
    for (const profiling::RunOutcome& run : recording.runs) {
        const auto* m = std::get_if<Measurement>(&run);
        const KernelVariant* const variant = m == nullptr ? nullptr : find_variant(m->variant_id);
        if (variant == nullptr) continue;
        for (const profiling::RunOutcome& other : recording.runs) {
            const auto* of_parent = std::get_if<Measurement>(&other);
            if (of_parent == nullptr || of_parent->variant_id != variant->parent || of_parent->device != m->device ||
                of_parent->workload != m->workload || of_parent->target != m->target)
                continue;
            WhySide a{.name = std::string(short_name(of_parent->variant_id)), .run = of_parent},
                b{.name = std::string(short_name(m->variant_id)), .run = m};
            for (const profiling::Ceilings& ceilings : recording.ceilings)
                if (ceilings.device == m->device) a.ceilings = b.ceilings = &ceilings;
            steps.emplace_back(a, b);
        }
    }
    return steps;
}

TEST(WhyTable, names_a_cause_for_each_step_of_each_ladder_that_can_be_traced) {
    std::size_t told = 0;
    for (const char* device : {"NVIDIA H200", "NVIDIA H100"})
        for (const auto& entry : std::filesystem::directory_iterator(assets_folder() / "recordings" / device)) {
            const profiling::Recording recording = profiling::load_recording(entry.path());
            for (auto [a, b] : steps_in(recording)) {
                if (a.run->device.backend != Backend::cuda) continue;
                a.trace = trace_of(a.run->variant_id);
                b.trace = trace_of(b.run->variant_id);
                for (WhySide* side : {&a, &b})
                    if (!side->trace) side->no_trace = side->name + " cannot be traced.";
                const WhyTable table = why_table(a, b, {});
                if (std::abs(std::log(table.ratio)) < std::log(1.1) || !table.obstacle.empty()) continue;
                double sum = 0.0;
                for (const WhyRow& row : table.rows) sum += row.part.value_or(0.0);
                EXPECT_LE(sum, 1.0 + 1e-9) << a.name << " and " << b.name;
                const std::string sentence = why_sentence(table);
                const bool names_a_cause = sentence.find(" instead of ") != std::string::npos;
                const bool says_why_not = !table.untraced.empty() && sentence.ends_with(table.untraced);
                EXPECT_TRUE(names_a_cause || says_why_not || table.only_launches)
                    << sentence << " (" << device << ", " << a.run->workload.dims << " coordinates)";
                told += names_a_cause ? 1 : 0;
            }
        }
    EXPECT_GT(told, 200u);
}

TEST(WhyTable, without_times_has_no_reason) {
    WhySide a{.name = "a"}, b{.name = "b"};
    EXPECT_THAT(why_sentence(why_table(a, b, {})), StartsWith("There are no times of both to compare"));
    EXPECT_FALSE(has_shares(why_table(a, b, {}))) << "an empty column would take room from the others";
    a.run = h200().side("distance_matrix/coalesced", 30336).run;
    EXPECT_THAT(why_sentence(why_table(a, b, {})), StartsWith("b has no time here"));
}

} // namespace
} // namespace pairscope::app
