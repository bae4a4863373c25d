// SPDX-License-Identifier: MIT
#include "app/model/update.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

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

} // namespace
} // namespace pairscope::app
