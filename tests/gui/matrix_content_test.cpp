// SPDX-License-Identifier: MIT
// The heatmap of errors: what the expanded form loses, and which nearest vectors that changes.
#include "app/spine/state_queries.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class MatrixErrorsStory : public WindowTest {};

TEST_F(MatrixErrorsStory, the_expanded_form_loses_near_vectors_and_the_key_e_shows_where) {
    StartOptions options;
    options.workload = "cross_distance";
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 96, .m = 80};
    options.device = "cpu";
    options.variant = "cross_distance/expanded";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        const float largest_value = gui.state().output.summary.max;
        gui.keep_screen(person, "errors_before");
        person.KeyPress(ImGuiKey_E);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.session().picture_ready(); }));
        EXPECT_EQ(gui.state().output.content, MatrixContent::errors);
        EXPECT_EQ(gui.state().output.errors.rows, current_workload(gui.state()).rows);
        EXPECT_GT(gui.state().output.summary.max, 0.0f);
        EXPECT_LT(gui.state().output.summary.max, 0.1f * largest_value);
        person.MouseMoveToPos(gui.center_of(person, "//Matrix/##heatmap"));
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.marked);
        EXPECT_FALSE(gui.state().view.marked->neighbours.empty()) << "they come from the vectors, not from the errors";
        gui.keep_screen(person, "errors_shown");
        person.ItemClick("//Matrix/show values##content");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.session().picture_ready(); }));
        EXPECT_EQ(gui.state().output.content, MatrixContent::values);
        EXPECT_EQ(gui.state().output.summary.max, largest_value);
        person.MouseMoveToPos(gui.center_of(person, "//Matrix/##heatmap"));
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.marked);
        EXPECT_FALSE(gui.state().view.marked->neighbours.empty());
    }));
}

} // namespace
} // namespace pairscope::app
