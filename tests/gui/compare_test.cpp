// SPDX-License-Identifier: MIT
// "Which of these is faster, really?": Ctrl and a click on a second row. With PAIRSCOPE_SCREENSHOTS set, pictures go to
// that folder.
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/compare_words.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;

class CompareStory : public WindowTest {};

/// By its id, so that the ladder is scrolled to it where it is out of sight.
ImGuiID row_of(ImGuiTestContext& person, const std::string& variant) {
    return person.GetID(("row_" + variant).c_str(), person.WindowInfo("//Ladder/rows").ID);
}

TEST_F(CompareStory, ctrl_and_a_click_on_a_second_row_says_which_is_faster) {
    StartOptions options = with_points(Shape::clusters, 700);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_naive";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyDown(ImGuiMod_Ctrl);
        person.ItemClick(row_of(person, "cpu_simd"));
        person.KeyUp(ImGuiMod_Ctrl);
        gui.wait_for_rest(person);
        ASSERT_NE(other_variant(gui.state()), nullptr);
        EXPECT_EQ(gui.state().run.variant_id, "distance_matrix/cpu_naive") << "the selected one stays";
        const auto* found = comparison_of(gui.state());
        ASSERT_NE(found, nullptr) << comparison_sentence(gui.state());
        EXPECT_EQ(profiling::verdict_of(found->ratio), profiling::Verdict::faster);
        EXPECT_THAT(comparison_sentence(gui.state()), HasSubstr("cpu_simd "));
        gui.keep_screen(person, "compare");
        gui.session().push(command::SetTheme{Theme::light});
        person.Yield(3);
        gui.keep_screen(person, "compare_light");
        person.KeyDown(ImGuiMod_Ctrl);
        person.ItemClick(row_of(person, "cpu_simd"));
        person.KeyUp(ImGuiMod_Ctrl);
        person.Yield(2);
        EXPECT_EQ(other_variant(gui.state()), nullptr) << "the same again lets go";
    }));
}

TEST_F(CompareStory, what_is_simulated_has_no_verdict_and_says_why) {
    StartOptions options = with_points(Shape::clusters, 200);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::CompareWith{"distance_matrix/grid2d"});
        gui.session().push(command::FocusPanel{"Compare"});
        gui.wait_for_rest(person);
        EXPECT_THAT(comparison_sentence(gui.state()), HasSubstr("simulated"));
        gui.keep_screen(person, "compare_simulated");
    }));
}

} // namespace
} // namespace pairscope::app
