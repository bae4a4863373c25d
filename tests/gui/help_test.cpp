// SPDX-License-Identifier: MIT
// Help > Using the window: the pages of help in a dialog. With PAIRSCOPE_SCREENSHOTS set, a picture goes to that
// folder.
#include "app/spine/files/help_pages.h"
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class HelpDialog : public FolderTest {};

TEST_F(HelpDialog, shows_the_page_about_the_window_and_then_the_one_that_is_clicked) {
    Gui gui(with_points(Shape::ring, 20));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.MenuClick("//##MainMenuBar/Help/Using the window");
        person.Yield(3);
        EXPECT_EQ(gui.state().look.dialog, Dialog::help);
        EXPECT_EQ(gui.state().look.entry.chosen, 0);
        gui.keep_screen(person, "help_window");
        person.ItemClick("//Help/numbers");
        person.Yield(3);
        const auto pages = help_pages("assets/help");
        EXPECT_EQ(pages.at(std::size_t(gui.state().look.entry.chosen)).name, "numbers");
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(3);
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
    }));
}

} // namespace
} // namespace pairscope::app
