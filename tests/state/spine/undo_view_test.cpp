// SPDX-License-Identifier: MIT
// Undo and redo bring back what was looked at, as they bring back the data.
#include "app/spine/update/undo.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

HeatmapView view_at(double row, double zoom = 4.0) { return {{row, row}, zoom}; }

/// The person does nothing for a while: what follows is no part of the same burst.
void wait_a_while(State& state) {
    if (state.data.growing) state.data.growing->last -= std::chrono::seconds(2);
}

void act_once(State& state, const Command& command) { std::ignore = update(state, command); }

/// 64 points, and no step yet.
State state_without_steps() {
    State state = laptop_with_points();
    EXPECT_THAT(state.data.undo, IsEmpty());
    return state;
}

TEST(UndoView, a_drag_is_one_step_however_long_it_takes_and_the_next_drag_is_another) {
    State state = state_without_steps();
    for (int i = 0; i < 5; ++i) {
        act_once(state, command::SetView{view_at(10.0 + i), 7.25});
        wait_a_while(state);
    }
    for (int i = 0; i < 5; ++i) act_once(state, command::SetView{view_at(40.0 + i), 9.5});
    EXPECT_THAT(state.data.undo, SizeIs(2));
    act_once(state, command::Undo{});
    EXPECT_EQ(state.view.heatmap, view_at(14.0));
    EXPECT_FALSE(state.view.fit);
    act_once(state, command::Undo{});
    EXPECT_TRUE(state.view.fit) << "before the first drag the whole matrix was in sight";
    act_once(state, command::Redo{});
    act_once(state, command::Redo{});
    EXPECT_EQ(state.view.heatmap, view_at(44.0));
    EXPECT_THAT(state.data.redo, IsEmpty());
}

TEST(UndoView, wheel_turns_in_quick_succession_are_one_step) {
    State state = state_without_steps();
    for (int i = 1; i <= 6; ++i) act_once(state, command::SetView{view_at(20.0, 1.0 + i)});
    wait_a_while(state);
    act_once(state, command::SetView{view_at(20.0, 1.5)});
    EXPECT_THAT(state.data.undo, SizeIs(2));
    act_once(state, command::Undo{});
    EXPECT_EQ(state.view.heatmap, view_at(20.0, 7.0));
}

TEST(UndoView, selection_mark_colours_order_and_content_come_back) {
    State state = state_without_steps();
    const ViewSnapshot before = view_snapshot(state);
    act_once(state, command::SelectRows{{3, 1}});
    act_once(state, command::PinCell{Cell{1, 2}});
    ColourSettings colours = state.view.colours;
    colours.range = RangeMode::in_sight;
    act_once(state, command::SetColours{colours});
    act_once(state, command::OrderMatrix{{OrderKind::by_x}});
    act_once(state, command::ShowContent{MatrixContent::errors});
    const ViewSnapshot after = view_snapshot(state);
    EXPECT_THAT(state.data.undo, SizeIs(5));
    const std::uint64_t revision = state.data.revision;
    for (int i = 0; i < 5; ++i) act_once(state, command::Undo{});
    EXPECT_EQ(view_snapshot(state), before);
    for (int i = 0; i < 5; ++i) act_once(state, command::Redo{});
    EXPECT_EQ(view_snapshot(state), after);
    EXPECT_THAT(state.data.selected, ElementsAre(1, 3));
    EXPECT_EQ(state.data.revision, revision) << "the data was not touched, so nothing is computed anew";
}

TEST(UndoView, what_follows_from_a_click_is_part_of_its_step) {
    State state = state_without_steps();
    act_once(state, command::SelectRows{{3}});
    act_once(state, command::PinCell{Cell{3, 3}, command::same_step});
    act_once(state, command::SetView{view_at(3.0), command::same_step}); // the panel brings it into sight
    EXPECT_THAT(state.data.undo, SizeIs(1));
    act_once(state, command::Undo{});
    EXPECT_THAT(state.data.selected, IsEmpty());
    EXPECT_FALSE(state.view.pinned);
    EXPECT_TRUE(state.view.fit);
}

TEST(UndoView, what_changes_nothing_is_no_step) {
    State state = state_without_steps();
    act_once(state, command::FitView{});
    act_once(state, command::SelectRows{});
    act_once(state, command::HoverCell{Cell{1, 1}});
    act_once(state, command::SetTheme{Theme::light});
    EXPECT_THAT(state.data.undo, IsEmpty());
}

TEST(UndoView, steps_of_data_and_view_are_taken_back_in_turn) {
    State state = state_without_steps();
    act_once(state, command::SetView{view_at(20.0)});
    act_once(state, command::MovePoint{5, 0.5f, 0.25f, true});
    wait_a_while(state);
    act_once(state, command::SetView{view_at(30.0)});
    act_once(state, command::Undo{});
    EXPECT_EQ(state.view.heatmap, view_at(20.0));
    EXPECT_TRUE(state.data.now.edited);
    act_once(state, command::Undo{});
    EXPECT_FALSE(state.data.now.edited);
    EXPECT_EQ(state.view.heatmap, view_at(20.0)) << "the view is that of the time before the point moved";
    act_once(state, command::Undo{});
    EXPECT_TRUE(state.view.fit);
    EXPECT_FALSE(state.data.now.edited);
}

TEST(UndoView, other_data_comes_back_with_the_view_that_it_had) {
    State state = state_without_steps();
    act_once(state, command::SetView{view_at(12.0)});
    act_once(state, command::SelectRows{{7}});
    make_points(state, 30);
    EXPECT_TRUE(state.view.fit);
    act_once(state, command::Undo{});
    EXPECT_EQ(state.data.now.question.first->rows, 64);
    EXPECT_EQ(state.view.heatmap, view_at(12.0));
    EXPECT_THAT(state.data.selected, ElementsAre(7));
    act_once(state, command::Redo{});
    EXPECT_EQ(state.data.now.question.first->rows, 30);
    EXPECT_TRUE(state.view.fit);
    EXPECT_THAT(state.data.selected, IsEmpty());
}

} // namespace
} // namespace pairscope::app
