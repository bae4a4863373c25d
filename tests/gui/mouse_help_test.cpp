// SPDX-License-Identifier: MIT
// The list that F1 shows says what the mouse does.
#include "app/window/menus/mouse_help.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;

/// What the list says that the gesture does; empty if it is not listed.
std::string said(std::span<const Gesture> gestures, std::string_view what) {
    for (const Gesture& gesture : gestures)
        if (gesture.what == what) return std::string(gesture.effect);
    return {};
}

class MouseHelp : public WindowTest {};

TEST_F(MouseHelp, says_of_every_gesture_on_the_matrix_what_it_does) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        const ImVec2 center = Gui::center_of(person, "//Matrix/##heatmap");
        const auto drag = [&](ImGuiMouseButton button) {
            person.MouseMoveToPos({center.x - 60.0f, center.y - 60.0f});
            person.MouseDragWithDelta({120.0f, 120.0f}, button);
            person.Yield(3);
        };
        EXPECT_THAT(said(gestures_on_matrix(), "right-drag or Shift+drag"), HasSubstr("zooms into it"));
        drag(ImGuiMouseButton_Right);
        EXPECT_FALSE(gui.state().view.fit);
        const double zoomed = gui.state().view.heatmap.pixels_per_cell;
        EXPECT_THAT(said(gestures_on_matrix(), "drag"), HasSubstr("moves"));
        drag(ImGuiMouseButton_Left);
        EXPECT_EQ(gui.state().view.heatmap.pixels_per_cell, zoomed);
        EXPECT_THAT(said(gestures_on_matrix(), "double-click"), HasSubstr("shows the whole matrix"));
        person.MouseDoubleClick();
        person.Yield(3);
        EXPECT_TRUE(gui.state().view.fit);
        person.KeyDown(ImGuiMod_Shift);
        drag(ImGuiMouseButton_Left);
        person.KeyUp(ImGuiMod_Shift);
        EXPECT_FALSE(gui.state().view.fit);
    }));
}

TEST_F(MouseHelp, says_of_the_buttons_that_move_the_points_what_they_do) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        EXPECT_THAT(said(gestures_on_points(), "right-drag"), HasSubstr("moves the view"));
        EXPECT_THAT(said(gestures_on_points(), "right-drag"), HasSubstr("middle"));
        EXPECT_THAT(said(gestures_on_points(), "right double-click"), HasSubstr("shows all points"));
        for (const ImGuiMouseButton button : {ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
            person.MouseMoveToPos(Gui::center_of(person, "//Points/##scatter"));
            person.MouseDragWithDelta({40.0f, 20.0f}, button);
            person.Yield(3);
            EXPECT_FALSE(gui.state().view.scatter.fit) << button;
            person.MouseDoubleClick(ImGuiMouseButton_Right);
            person.Yield(3);
            EXPECT_TRUE(gui.state().view.scatter.fit) << button;
        }
    }));
}

TEST_F(MouseHelp, is_whole_in_a_window_of_1280_x_720) {
    StartOptions options = with_points(Shape::ring, 60);
    options.width = 1280;
    options.height = 720;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.KeyPress(ImGuiKey_F1);
        person.Yield(4);
        const ImGuiWindow* dialog = person.WindowInfo("//Keys and mouse").Window;
        ASSERT_NE(dialog, nullptr);
        EXPECT_EQ(dialog->ScrollMax.x, 0.0f);
        EXPECT_EQ(dialog->ScrollMax.y, 0.0f) << "its last lines are out of sight";
        EXPECT_LE(dialog->Pos.y + dialog->Size.y, 720.0f);
        gui.keep_screen(person, "keys_and_mouse_1280");
    }));
}

} // namespace
} // namespace pairscope::app
