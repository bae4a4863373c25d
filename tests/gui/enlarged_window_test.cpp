// SPDX-License-Identifier: MIT
// If a window is enlarged after the start, the ladder grows with it, unless a person moved its edge.
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class EnlargedWindow : public FolderTest {};

ImRect ladder_box() { return ImGui::FindWindowByName("Ladder")->Rect(); }

/// In a window that had this size when its layout was made.
float usual_ladder_height(Gui& gui, int width, int height) {
    EXPECT_TRUE(gui.resize(width, height));
    gui.session().push(command::ResetLayout{});
    EXPECT_TRUE(gui.resize(width, height));
    return ladder_box().GetHeight();
}

TEST_F(EnlargedWindow, gives_the_ladder_the_height_of_a_fresh_start) {
    Gui gui(with_points(Shape::ring, 60));
    const float large = usual_ladder_height(gui, 2560, 1440), small = usual_ladder_height(gui, 1280, 720);
    EXPECT_GT(large, small + 100.0f);
    EXPECT_TRUE(gui.resize(2560, 1440));
    EXPECT_NEAR(ladder_box().GetHeight(), large, 3.0f);
    EXPECT_TRUE(gui.resize(1280, 720));
    EXPECT_NEAR(ladder_box().GetHeight(), small, 3.0f);
}

TEST_F(EnlargedWindow, keeps_an_edge_that_a_person_moved) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.resize(1600, 900));
    float chosen = 0.0f;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        person.Yield(4);
        const ImRect ladder = ladder_box();
        person.MouseMoveToPos({ladder.GetCenter().x, ladder.Max.y + 1.0f});
        person.MouseDragWithDelta({0.0f, -70.0f});
        person.Yield(4);
        chosen = ladder_box().GetHeight();
        EXPECT_LT(chosen, ladder.GetHeight() - 40.0f) << "the edge did not move";
    }));
    EXPECT_TRUE(gui.resize(2560, 1440));
    EXPECT_NEAR(ladder_box().GetHeight(), chosen, 3.0f);
}

} // namespace
} // namespace pairscope::app
