// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/wrong_entries.h"
#include "app/window/menus/actions.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;

/// 64 points, the picture of a CPU variant on the screen, and its check's answer for these points.
State checked_state(const Comparison& comparison) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    make_picture(state);
    profiling::Failed failed{state.run.variant_id, "wrong", profiling::CheckVerdict{.comparison = comparison}};
    apply(state, event::Measured{.key = *key_for(state, *selected_variant(state)),
                                 .outcome = std::move(failed),
                                 .revision = state.data.revision});
    return state;
}

Comparison with_wrong_entries(std::initializer_list<MatrixEntry> entries) {
    Comparison found{.entries_checked = 64 * 64, .rows_checked = 64, .rows = 64, .cols = 64};
    for (const MatrixEntry& entry : entries) found.wrong.add(entry);
    found.wrong_entries = std::int64_t(entries.size());
    return found;
}

bool can_hide_marks(const State& state) {
    const auto all = actions(state, {});
    const auto found = std::ranges::find(all, "view.wrong", &Action::id);
    return found != all.end() && found->why_not().empty();
}

TEST(WrongEntries, are_those_of_the_check_while_its_points_are_on_the_screen) {
    State state = checked_state(with_wrong_entries({{12, 63}, {3, 4}}));
    const auto found = wrong_entries(state);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->words, "2 wrong entries");
    EXPECT_THAT(found->sample, ElementsAre(MatrixEntry{3, 4}, MatrixEntry{12, 63}));
    EXPECT_TRUE(can_hide_marks(state));
    ++state.data.revision;
    EXPECT_FALSE(wrong_entries(state)) << "the points have moved since";
}

TEST(WrongEntries, are_told_apart_from_unwritten_ones) {
    Comparison found = with_wrong_entries({{1, 1}});
    EXPECT_EQ(wrong_entries(checked_state(found))->words, "1 wrong entry");
    found.unwritten.add({2, 2});
    found.unwritten_entries = 1;
    EXPECT_EQ(wrong_entries(checked_state(found))->words, "1 wrong entry, 1 never written");
    EXPECT_EQ(wrong_entries(checked_state(found))->sample.size(), 2u);
    Comparison unwritten{.entries_checked = 64 * 64, .unwritten_entries = 64};
    EXPECT_EQ(wrong_entries(checked_state(unwritten))->words, "64 entries were never written");
}

TEST(WrongEntries, are_absent_where_the_output_is_right) {
    const State state = checked_state({.entries_checked = 64 * 64, .rows_checked = 64, .rows = 64, .cols = 64});
    EXPECT_FALSE(wrong_entries(state));
    EXPECT_FALSE(can_hide_marks(state));
}

TEST(WrongEntries, in_sight_are_found_by_comparing_them) {
    const State state = checked_state({});
    const auto points = coordinates(*state.data.now.question.first);
    const auto distance = [&](std::size_t i, std::size_t j) {
        return std::hypot(points[2 * i] - points[2 * j], points[2 * i + 1] - points[2 * j + 1]);
    };
    std::vector<float> values{distance(7, 20), distance(7, 21), distance(8, 20), distance(8, 21)};
    const Region region{.row = 7, .col = 20, .rows = 2, .cols = 2};
    EXPECT_TRUE(wrong_entries_in(state, region, values).empty());
    values[2] *= 1.000002f;
    EXPECT_THAT(wrong_entries_in(state, region, values), ElementsAre(MatrixEntry{8, 20}));
    values[3] = std::nanf("");
    EXPECT_EQ(wrong_entries_in(state, region, values).size(), 2u);
}

TEST(WrongEntries, are_looked_for_again_when_the_points_have_moved) {
    State state = checked_state(with_wrong_entries({{12, 63}}));
    state.run.ceilings[0].failure = "not measured here";
    const auto is_check_of_selected = [](const State& s) {
        const auto job = next(s);
        const auto* measure = job ? job->what.as<job::Measure>() : nullptr;
        return measure != nullptr && measure->variant == selected_variant(s);
    };
    EXPECT_FALSE(is_check_of_selected(state));
    ++state.data.revision;
    make_picture(state);
    EXPECT_TRUE(is_check_of_selected(state));
}

TEST(WrongEntries, a_trace_that_finds_a_fault_makes_a_right_variant_faulty) {
    State state = laptop_with_points();
    state.run.variant_id = "distance_matrix/coalesced";
    const RunKey key = *key_for(state, *selected_variant(state));
    profiling::Simulated right{.variant_id = key.variant_id, .workload = key.workload, .device = {}, .check = {}};
    right.check.comparison = {.entries_checked = 64 * 64, .rows_checked = 64, .rows = 64, .cols = 64};
    apply(state, event::Measured{.key = key, .outcome = right, .revision = state.data.revision});
    ASSERT_TRUE(verdict_on(state, *selected_variant(state))->right());
    simt::Trace trace;
    trace.variant_id = key.variant_id;
    trace.workload = key.workload;
    trace.launches = {{.blocks = 64, .blocks_traced = 64}};
    simt::Finding race;
    race.kind = simt::FindingKind::shared_race;
    trace.findings.push_back(race);
    event::Traced traced;
    traced.key.variant_id = key.variant_id;
    traced.key.workload = key.workload;
    traced.trace = std::make_shared<const simt::Trace>(trace);
    apply(state, traced);
    EXPECT_EQ(verdict_on(state, *selected_variant(state))->judgement(), profiling::Judgement::faulty);
    EXPECT_TRUE(std::holds_alternative<profiling::Failed>(*outcome_for(state, *selected_variant(state))));
    apply(state, event::Measured{.key = key, .outcome = right, .revision = state.data.revision});
    EXPECT_FALSE(verdict_on(state, *selected_variant(state))->right()) << "the trace is still the same";
}

} // namespace
} // namespace pairscope::app
