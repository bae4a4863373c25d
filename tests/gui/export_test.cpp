// SPDX-License-Identifier: MIT
// Charts and tables leave the window as files. With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/files/paths.h"
#include "app/window/menus/actions.h"
#include "render/png.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <fstream>
#include <iterator>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Export : public FolderTest {
protected:
    [[nodiscard]] std::string text_of(const char* name) const {
        std::ifstream stream(folder() / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// A person chooses the item, and types where to.
    void save(ImGuiTestContext& person, Gui& gui, const char* item, const char* name) const {
        person.MenuClick((std::string("//##MainMenuBar/File/Export/") + item).c_str());
        type_name(person, gui, name);
    }
    void type_name(ImGuiTestContext& person, Gui& gui, const char* name) const {
        person.Yield(4);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
        person.KeyChars((folder() / name).c_str());
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(3);
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().look.dialog, Dialog::none) << name;
    }
};

std::filesystem::path h200() { return assets_folder() / "recordings" / "NVIDIA H200/distance_matrix.pairscope"; }

/// The run of the H200 is the shown one, whatever this machine has.
void choose_recorded(Gui& gui, const char* variant) {
    const ShownRecording& shown = gui.state().recordings.shown.front();
    gui.session().push(
        command::SelectRecorded{shown.id, shown.recording->devices.front(), std::string(find_variant(variant)->id)});
}

} // namespace

TEST_F(Export, a_recorded_h200_becomes_charts_and_a_table_of_its_counters) {
    Gui gui(with_points(Shape::two_moons, 300));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().open({h200()});
        gui.wait_for_rest(person);
        choose_recorded(gui, "vec4_rows");
        gui.session().push(command::FocusPanel{"Roofline"});
        person.Yield(4);
        gui.keep_screen(person, "export_link_roofline");
        save(person, gui, "Roofline...", "roofline.svg");
        save(person, gui, "Speed-up...", "speedup.png");
        save(person, gui, "Samples...", "samples.pdf");
        save(person, gui, "Byte ledger...", "bytes"); // without an ending: the first
        save(person, gui, "Counters...", "counters.csv");
        save(person, gui, "Counters...", "counters.json");
        person.ItemClick("//Roofline/export_roofline");
        type_name(person, gui, "again.svg");
        person.MenuAction(ImGuiTestAction_Hover, "//##MainMenuBar/File/Export");
        person.Yield(10);
        gui.keep_screen(person, "export_menu");
        person.KeyPress(ImGuiKey_Escape);
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(4);
        gui.keep_screen(person, "export_link_time");
        gui.session().push(command::FocusPanel{"Counters"});
        person.Yield(4);
        gui.keep_screen(person, "export_link_counters");
    }));
    for (const char* name : {"roofline.svg", "again.svg"}) {
        EXPECT_THAT(text_of(name), HasSubstr("vec4_rows")) << name;
        EXPECT_THAT(text_of(name), HasSubstr("Distance matrix: roofline of DRAM traffic")) << name;
    }
    EXPECT_GT(load_png(folder() / "speedup.png").image.width, 1000);
    EXPECT_THAT(text_of("samples.pdf"), StartsWith("%PDF"));
    EXPECT_THAT(text_of("bytes.svg"), HasSubstr("compulsory"));
    EXPECT_THAT(text_of("counters.csv"), HasSubstr(",dram_bytes_written,\"DRAM, written\","));
    EXPECT_THAT(text_of("counters.json"), HasSubstr("\"counter\": \"dram__bytes_write.sum\""));
}

TEST_F(Export, the_roofline_of_this_session_keeps_its_trail_and_takes_the_screens_theme_if_asked) {
    StartOptions options = with_points(Shape::ring, 900);
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::SelectVariant{"distance_matrix/cpu_naive"});
        gui.wait_for_rest(person);
        gui.session().push(command::SelectVariant{"distance_matrix/cpu_simd"});
        gui.wait_for_rest(person);
        save(person, gui, "Roofline...", "light.png");
        person.MenuClick("//##MainMenuBar/File/Export/Charts in the screen's theme");
        person.Yield(2);
        EXPECT_TRUE(gui.state().look.charts_as_screen);
        save(person, gui, "Roofline...", "dark.png");
        save(person, gui, "Roofline...", "gone/dark.png");
        EXPECT_EQ(gui.state().notices.back().severity, Severity::error);
        EXPECT_THAT(gui.state().notices.back().text, HasSubstr("its folder does not exist"));
    }));
    EXPECT_EQ(load_png(folder() / "light.png").image.at(2, 2).r, 255);
    EXPECT_LT(load_png(folder() / "dark.png").image.at(2, 2).r, 64);
    if (const char* kept = std::getenv("PAIRSCOPE_SCREENSHOTS"))
        std::filesystem::copy(folder() / "light.png", std::filesystem::path(kept) / "export_light.png",
                              std::filesystem::copy_options::overwrite_existing);
}

TEST_F(Export, the_charts_of_the_nearest_neighbours_are_saved_while_they_are_looked_at) {
    StartOptions options = with_points(Shape::two_moons, 400);
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::ShowNeighbours{NeighbourView::row});
        gui.session().push(command::PinCell{Cell{20, 30}});
        gui.wait_for_rest(person);
        save(person, gui, "Distances of the marked row...", "row.svg");
        gui.session().push(command::ShowNeighbours{NeighbourView::histogram});
        gui.wait_for_rest(person);
        save(person, gui, "Histogram of nearest distances...", "nearest.png");
    }));
    EXPECT_NE(text_of("row.svg").find("all distances of row"), std::string::npos);
    EXPECT_GT(load_png(folder() / "nearest.png").image.width, 1000);
}

TEST_F(Export, what_there_is_not_yet_is_greyed_with_a_reason) {
    StartOptions options = with_points(Shape::ring, 200);
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        const auto all = actions(gui.state(), {});
        EXPECT_EQ(find_action(all, "export.roofline")->why_not(), "");
        EXPECT_EQ(find_action(all, "export.samples")->why_not(), "");
        EXPECT_THAT(find_action(all, "export.ledger")->why_not(), HasSubstr("CUDA variants only"));
        EXPECT_THAT(find_action(all, "export.counters")->why_not(), HasSubstr("no counter values"));
        EXPECT_FALSE(matching_actions(all, "export roofline").empty());
    }));
}

} // namespace pairscope::app
