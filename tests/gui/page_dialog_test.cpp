// SPDX-License-Identifier: MIT
// A person saves an HTML page: the dialog says what travels, and the file holds it or not.
#include "app/spine/files/paths.h"
#include "profiling/recording/page_block.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <fstream>
#include <iterator>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::Not;

class PageDialog : public FolderTest {
protected:
    [[nodiscard]] std::string text_of(const char* name) const {
        std::ifstream stream(folder() / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    void save(ImGuiTestContext& person, Gui& gui, const char* name) const {
        person.ItemClick("//Page/###choose");
        person.Yield(4);
        EXPECT_EQ(gui.state().look.dialog, Dialog::save);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
        person.KeyChars((folder() / name).c_str());
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(3);
        gui.wait_for_rest(person);
    }
};

std::filesystem::path h200() { return assets_folder() / "recordings" / "NVIDIA H200/distance_matrix.pairscope"; }

} // namespace

TEST_F(PageDialog, says_what_travels_and_leaves_the_names_out_if_asked) {
    Gui gui(with_points(Shape::two_moons, 300));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().open({h200()});
        gui.wait_for_rest(person);
        person.MenuClick("//##MainMenuBar/File/Save page (.html)...");
        person.Yield(4);
        EXPECT_EQ(gui.state().look.dialog, Dialog::page);
        gui.keep_screen(person, "page_dialog");
        save(person, gui, "with.html");
        gui.session().push(command::AskAboutPage{});
        person.Yield(4);
        person.ItemClick("//Page/###no_labels");
        person.Yield(2);
        EXPECT_FALSE(gui.state().page.labels);
        gui.keep_screen(person, "page_dialog_without_labels");
        save(person, gui, "without"); // the ending is added
    }));
    const std::string with = text_of("with.html"), without = text_of("without.html");
    EXPECT_THAT(with, HasSubstr("Content-Security-Policy"));
    EXPECT_NE(with.size(), without.size());
    ASSERT_FALSE(without.empty());
}

TEST_F(PageDialog, is_found_in_the_palette) {
    Gui gui(with_points(Shape::two_moons, 100));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().push(command::ShowDialog{Dialog::palette});
        person.Yield(4);
        person.KeyChars("save page");
        person.Yield(2);
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(4);
        EXPECT_EQ(gui.state().look.dialog, Dialog::page);
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(4);
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
    }));
}

} // namespace pairscope::app
