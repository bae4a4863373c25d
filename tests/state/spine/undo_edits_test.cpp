// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(UndoEdits, points_as_their_source_made_them_are_not_called_edited) {
    State state;
    std::ignore = update(state, command::SetSource{default_settings(Shape::ring, 10)});
    EXPECT_FALSE(state.data.now.edited);
    std::ignore = update(state, command::AddPoint{1.0f, 2.0f});
    std::ignore = update(state, command::MovePoint{0, 3.0f, 4.0f, true});
    EXPECT_TRUE(state.data.now.edited);
    std::ignore = update(state, command::Undo{});
    EXPECT_TRUE(state.data.now.edited);
    std::ignore = update(state, command::Undo{});
    EXPECT_FALSE(state.data.now.edited);
    std::ignore = update(state, command::Redo{});
    EXPECT_TRUE(state.data.now.edited);
    std::ignore = update(state, command::SetSource{default_settings(Shape::ring, 10)});
    EXPECT_FALSE(state.data.now.edited);
    std::ignore = update(state, command::Undo{});
    EXPECT_TRUE(state.data.now.edited);
}

TEST(UndoEdits, a_new_edit_ends_what_could_be_done_again) {
    State state = state_with_origin_points(3);
    std::ignore = update(state, command::AddPoint{1.0f, 2.0f});
    std::ignore = update(state, command::Undo{});
    std::ignore = update(state, command::MovePoint{0, 3.0f, 4.0f, true});
    EXPECT_THAT(state.data.redo, IsEmpty());
    std::ignore = update(state, command::Redo{});
    EXPECT_EQ(state.data.now.question.first->rows, 3) << "the added point belongs to another past";
    EXPECT_EQ(coordinates(*state.data.now.question.first)[0], 3.0f);
}

TEST(UndoEdits, undo_lets_go_of_cells_that_may_no_longer_exist) {
    State state = state_with_origin_points(3);
    std::ignore = update(state, command::AddPoint{1.0f, 2.0f});
    state.view.pinned = Cell{3, 3};
    state.view.hovered = Cell{3, 2};
    std::ignore = update(state, command::Undo{});
    EXPECT_FALSE(state.view.pinned);
    EXPECT_FALSE(state.view.hovered);
    EXPECT_THAT(state.data.selected, IsEmpty());
}

TEST(UndoEdits, an_added_point_is_selected) {
    State state = state_with_origin_points(3);
    state.data.selected = {0, 1};
    std::ignore = update(state, command::AddPoint{1.0f, 2.0f});
    EXPECT_THAT(state.data.selected, ElementsAre(3));
}

TEST(UndoEdits, an_added_point_has_no_row_in_the_file) {
    State state = state_with_origin_points(2);
    Dataset data = *state.data.now.question.first;
    data.source_rows = {7, 4};
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    std::ignore = update(state, command::AddPoint{1.0f, 2.0f});
    EXPECT_THAT(state.data.now.question.first->source_rows, ElementsAre(7, 4, -1));
}

TEST(UndoEdits, points_that_stay_keep_their_labels_and_rows) {
    State state = state_with_origin_points(4);
    Dataset data = *state.data.now.question.first;
    data.labels = {"a", "b", "c", "d"};
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    state.data.selected = {0, 2};
    std::ignore = update(state, command::DeleteSelected{});
    EXPECT_THAT(state.data.now.question.first->labels, ElementsAre("b", "d"));
    EXPECT_THAT(state.data.now.question.first->source_rows, ElementsAre(1, 3));
}

} // namespace
} // namespace pairscope::app
