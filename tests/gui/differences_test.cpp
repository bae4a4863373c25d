// SPDX-License-Identifier: MIT
// The numerical microscope, as a user works with it: one click breaks the expanded form, one key finds the worst entry.
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/differences/written_cell.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class Differences : public WindowTest {};

StartOptions two_sets(int width = 0, int height = 0) {
    StartOptions options;
    options.workload = "cross_distance";
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 96, .m = 80};
    options.device = "cpu";
    options.variant = "cross_distance/cpu_naive";
    options.width = width;
    options.height = height;
    return options;
}

TEST_F(Differences, one_click_breaks_the_expanded_form_and_the_key_d_shows_the_worst_entry_step_by_step) {
    Gui gui(two_sets());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.MenuClick("//##MainMenuBar/View/Differences/Example: Lattice far from zero");
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            return gui.session().picture_ready() && gui.state().output.content == MatrixContent::difference;
        }));
        EXPECT_EQ(gui.state().run.variant_id, "cross_distance/expanded");
        EXPECT_GT(gui.state().output.errors.worst, 1.0);
        EXPECT_GT(gui.state().output.errors.other_nearest, 100);
        person.MouseMoveToPos({2.0f, 2.0f}); // a hovered cell is marked before the pinned one
        person.KeyPress(ImGuiKey_D);
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.pinned);
        EXPECT_EQ(gui.state().view.pinned, worst_cell(gui.state()));
        ASSERT_TRUE(gui.state().view.marked);
        EXPECT_NEAR(std::abs(gui.state().view.marked->value), gui.state().output.errors.worst, 1e-4);
        const auto written = written_cell(gui.state());
        ASSERT_TRUE(written);
        EXPECT_TRUE(written->is_worst);
        ASSERT_EQ(written->forms.size(), 2u);
        EXPECT_NEAR(written->forms[0].steps.back().single, written->expected, 1e-5) << "the direct form is right";
        EXPECT_GT(std::abs(written->forms[1].steps.back().single - written->expected), 0.5 * written->expected)
            << "the expanded form has no digit left";
    }));
}

TEST_F(Differences, two_variants_are_compared_from_the_panel) {
    Gui gui(two_sets());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().push(command::FocusPanel{"Differences"});
        person.Yield(2);
        for (const MatrixContent content : {MatrixContent::ulps, MatrixContent::relative, MatrixContent::difference}) {
            person.SetRef("//Differences");
            person.ComboClick(fmt::format("##content/{}", title_of(content)).c_str());
            ASSERT_TRUE(Gui::wait_until(
                person, [&] { return gui.session().picture_ready() && gui.state().output.content == content; }));
            gui.keep_screen(person, fmt::format("differences_{}", name_of(content)));
        }
        person.SetRef("//Differences");
        person.ComboClick("##against/cpu_simd_tile");
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            return gui.session().picture_ready() && gui.state().output.against == "cross_distance/cpu_simd_tile";
        }));
        person.ItemClick("//Differences/go to the worst entry##worst");
        person.Yield(2);
        EXPECT_EQ(gui.state().view.pinned, worst_cell(gui.state()));
        gui.keep_screen(person, "differences_of_two");
    }));
}

TEST_F(Differences, fit_into_small_and_large_windows) {
    for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}, std::pair{2560, 1440}}) {
        Gui gui(two_sets(width, height));
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture(person);
            gui.session().push(command::UsePreset{"far_lattice"});
            gui.session().push(command::FocusPanel{"Differences"});
            person.Yield(2);
            ASSERT_TRUE(Gui::wait_until(person, [&] {
                return gui.session().picture_ready() && gui.state().output.content == MatrixContent::difference;
            }));
            person.KeyPress(ImGuiKey_D);
            person.Yield(4);
            gui.keep_screen(person, fmt::format("differences_{}", width));
        }));
    }
}

} // namespace
} // namespace pairscope::app
