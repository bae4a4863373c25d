// SPDX-License-Identifier: MIT
// Where the panels are: kept through a presentation, a restart and a small window; put right when the file is damaged.
#include "app/window/panels.h"
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

namespace pairscope::app {
namespace {

struct PanelPlace {
    ImRect box;
    ImGuiID node = 0;
    bool in_front = false;
    bool operator==(const PanelPlace& other) const {
        return box.Min.x == other.box.Min.x && box.Min.y == other.box.Min.y && box.Max.x == other.box.Max.x &&
               box.Max.y == other.box.Max.y && node == other.node && in_front == other.in_front;
    }
};
std::ostream& operator<<(std::ostream& out, const PanelPlace& place) {
    return out << place.box.Min.x << "," << place.box.Min.y << " to " << place.box.Max.x << "," << place.box.Max.y
               << " in node " << place.node << (place.in_front ? ", in front" : "");
}
using Places = std::map<std::string, PanelPlace>;

/// Of the windows with these names and endings that were drawn in the last frame.
Places places(const std::string& ending = "") {
    Places found;
    for (const Panel& panel : panels()) {
        const std::string title = ending.empty() ? panel.name : std::string(panel.name) + "###" + panel.name + ending;
        const ImGuiWindow* window = ImGui::FindWindowByName(title.c_str());
        if (window == nullptr || !window->WasActive) continue;
        found[panel.name] = {window->Rect(), window->DockIsActive ? window->DockId : 0, window->DockTabIsVisible};
    }
    return found;
}

/// Where they were, but for a pixel: the file keeps whole ones.
void expect_same(const Places& now, const Places& before) {
    ASSERT_EQ(now.size(), before.size());
    for (const auto& [name, place] : before) {
        EXPECT_EQ(now.at(name).node, place.node) << name;
        EXPECT_EQ(now.at(name).in_front, place.in_front) << name;
        EXPECT_NEAR(now.at(name).box.Min.x, place.box.Min.x, 1.5f) << name;
        EXPECT_NEAR(now.at(name).box.Min.y, place.box.Min.y, 1.5f) << name;
        EXPECT_NEAR(now.at(name).box.Max.x, place.box.Max.x, 1.5f) << name;
        EXPECT_NEAR(now.at(name).box.Max.y, place.box.Max.y, 1.5f) << name;
    }
}

/// All panels are docked, in sight and large enough to be read.
void expect_usable(const Places& all, ImVec2 screen) {
    EXPECT_EQ(std::ptrdiff_t(all.size()),
              std::ranges::count_if(panels(), [](const Panel& panel) { return belongs(panel, State{}); }));
    for (const auto& [name, place] : all) {
        EXPECT_NE(place.node, 0u) << name << " is not docked";
        if (!place.in_front) continue;
        EXPECT_GE(place.box.Min.x, 0.0f) << name;
        EXPECT_LE(place.box.Max.x, screen.x) << name;
        EXPECT_LE(place.box.Max.y, screen.y) << name;
        EXPECT_GE(place.box.GetWidth(), 150.0f) << name;
        EXPECT_GE(place.box.GetHeight(), 60.0f) << name;
    }
}

class Layout : public FolderTest {
protected:
    void SetUp() override {
        FolderTest::SetUp();
        std::filesystem::create_directories(folder() / "pairscope");
        keep_settings_in_folder();
    }
    [[nodiscard]] std::filesystem::path file() const { return folder() / "pairscope" / "layout-1.ini"; }
    [[nodiscard]] std::string saved() const {
        std::ifstream stream(file());
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// Starts the program with this layout, and gives the places of the panels after a few frames.
    Places places_after_start_with(const std::string& text, bool* damaged = nullptr) {
        std::ofstream(file(), std::ios::binary) << text;
        Gui gui(with_points(Shape::ring, 60), Gui::Settings::kept);
        Places all;
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            person.Yield(6);
            all = places();
        }));
        if (damaged != nullptr) *damaged = gui.window().layout_was_damaged();
        return all;
    }
    /// A layout in which a person has moved a splitter and chosen a tab, as it is saved at the end.
    std::string layout_of_a_person(Places& all) {
        {
            Gui gui(with_points(Shape::ring, 60), Gui::Settings::kept);
            EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
                person.Yield(6);
                gui.session().push(command::FocusPanel{"Trace"});
                person.Yield(4);
                drag_matrix_edge(person);
                all = places();
            }));
        }
        return saved();
    }
    static void drag_matrix_edge(ImGuiTestContext& person) {
        const ImRect matrix = places().at("Matrix").box;
        person.MouseMoveToPos({matrix.Max.x + 1.0f, matrix.GetCenter().y});
        person.MouseDragWithDelta({-90.0f, 0.0f});
        person.Yield(4);
        EXPECT_LT(places().at("Matrix").box.GetWidth(), matrix.GetWidth() - 50.0f) << "the splitter did not move";
    }
};

TEST_F(Layout, a_presentation_ends_with_exactly_what_was_there) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        person.Yield(6);
        gui.session().push(command::FocusPanel{"Trace"});
        person.Yield(4);
        drag_matrix_edge(person);
        const Places before = places();
        const float scale = gui.session().style().scale;
        for (int round = 0; round < 3; ++round) {
            person.KeyPress(ImGuiKey_F11);
            person.Yield(6);
            const Places shown = places(", presented large");
            EXPECT_TRUE(shown.contains("Matrix") && shown.contains("Ladder") && !shown.contains("Data"));
            gui.session().push(command::SetScale{gui.state().look.scale * 1.2f});
            person.Yield(3);
            person.KeyPress(ImGuiKey_F11);
            person.Yield(6);
            EXPECT_EQ(places(), before) << "after round " << round;
            EXPECT_EQ(gui.session().style().scale, scale);
        }
    }));
}

TEST_F(Layout, a_presentation_gives_the_large_half_to_the_opened_panel_or_the_output_and_a_key_swaps_them) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        person.Yield(6);
        const auto is_large = [](const Places& all, const char* panel) {
            for (const auto& [name, place] : all)
                if (place.in_front && place.box.GetArea() > all.at(panel).box.GetArea()) return false;
            return all.at(panel).in_front;
        };
        person.KeyPress(ImGuiKey_F11);
        person.Yield(8);
        EXPECT_TRUE(is_large(places(", presented"), "Matrix")) << "the user has opened no panel";
        person.KeyPress(ImGuiKey_T);
        person.Yield(10);
        EXPECT_TRUE(is_large(places(", presented large"), "Trace"));
        EXPECT_TRUE(places(", presented large").at("Matrix").in_front) << "it has the small half";
        for (const ImGuiKey key : {ImGuiKey_1, ImGuiKey_2, ImGuiKey_3}) {
            person.KeyPress(key);
            person.Yield(6);
            EXPECT_TRUE(is_large(places(", presented large"), "Trace")) << "keys of variants do not change it";
        }
        person.KeyPress(ImGuiKey_S);
        person.Yield(8);
        EXPECT_TRUE(is_large(places(", presented"), "Matrix"));
    }));
}

TEST_F(Layout, the_next_start_shows_the_same_tab_and_sizes_even_if_the_last_ended_in_a_presentation) {
    Places before;
    (void)layout_of_a_person(before);
    for (const bool presenting : {false, true}) {
        Gui gui(with_points(Shape::ring, 60), Gui::Settings::kept);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            person.Yield(6);
            expect_same(places(), before);
            if (presenting) return;
            person.KeyPress(ImGuiKey_F11);
            person.Yield(6);
        }));
    }
}

TEST_F(Layout, a_first_start_shows_the_roofline_in_three_columns) {
    const Places all = places_after_start_with("");
    expect_usable(all, {1600, 900});
    EXPECT_TRUE(all.at("Roofline").in_front);
    EXPECT_NEAR(all.at("Data").box.GetWidth() / 1600, 0.2, 0.01);
    EXPECT_NEAR(all.at("Matrix").box.GetWidth() / 1600, 0.5, 0.01);
    EXPECT_NEAR(all.at("Ladder").box.GetWidth() / 1600, 0.3, 0.01);
}

TEST_F(Layout, a_damaged_file_is_put_right_at_the_start) {
    Places person;
    const std::string text = layout_of_a_person(person);
    const auto changed = [&](const std::string& what, const std::string& to) {
        std::string result = text;
        const auto at = result.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return at == std::string::npos ? result : result.replace(at, what.size(), to);
    };
    const auto node_of = [&](const char* panel) {
        const auto at = text.find("DockId=", text.find("[Window][" + std::string(panel) + "]"));
        return text.substr(at, text.find('\n', at) - at);
    };
    const std::map<std::string, std::string> damages{
        {"a panel that is not docked", changed(node_of("Matrix") + "\n", "\n")},
        {"a panel off screen", changed(node_of("Ladder") + "\n", "Pos=-4000,9000\n")},
        {"a node without size", changed("SizeRef=", "SizeRef=0,0 Was=")},
        {"garbage bytes", std::string("\0\xff\x80PK\x03\x04", 7) + text},
        {"a node that is its own parent", text + "DockNode ID=0x00000777 Parent=0x00000777 SizeRef=9,9\n"},
        {"half a file", text.substr(0, text.find("[Docking]") + 200)},
        {"no nodes at all", text.substr(0, text.find("[Docking]"))}};
    for (const auto& [what, damaged] : damages) {
        SCOPED_TRACE(what);
        const Places all = places_after_start_with(damaged);
        expect_usable(all, {1600, 900});
        expect_usable(places_after_start_with(saved()), {1600, 900}); // what it saved is whole
    }
    bool told = false;
    (void)places_after_start_with("\x01\x02", &told);
    EXPECT_TRUE(told);
    EXPECT_TRUE(std::filesystem::exists(file().string() + ".damaged"));
}

TEST_F(Layout, a_panel_of_the_details_that_strayed_joins_the_others_and_nothing_else_moves) {
    Places person;
    const std::string text = layout_of_a_person(person);
    const auto at = text.find("DockId=", text.find("[Window][Compare]"));
    const Places all = places_after_start_with(text.substr(0, at) + text.substr(text.find('\n', at)));
    expect_usable(all, {1600, 900});
    expect_same(all, person);
}

TEST_F(Layout, reset_brings_everything_back_also_from_a_presentation) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        person.Yield(6);
        const Places first = places();
        for (const bool presenting : {false, true}) {
            drag_matrix_edge(person);
            gui.session().push(command::ShowPanel{"Nearest", false});
            person.Yield(3);
            EXPECT_FALSE(places().contains("Nearest"));
            if (presenting) person.KeyPress(ImGuiKey_F11);
            person.Yield(6);
            if (presenting) // it has no menu bar: the palette is the way
                gui.session().push(command::ResetLayout{});
            else
                person.MenuClick("//##MainMenuBar/View/Reset layout");
            person.Yield(6);
            if (presenting) person.KeyPress(ImGuiKey_F11);
            person.Yield(6);
            Places after = places();
            expect_usable(after, {1600, 900});
            for (const auto& [name, place] : first) {
                EXPECT_EQ(after.at(name).box.Min.x, place.box.Min.x) << name;
                EXPECT_NEAR(after.at(name).box.Max.y, place.box.Max.y, 25.0f) << name;
            }
        }
    }));
}

TEST_F(Layout, when_the_window_shrinks_all_columns_shrink_and_grow_back) {
    Gui gui(with_points(Shape::ring, 60));
    ASSERT_TRUE(gui.resize(1600, 900));
    const Places before = places();
    ASSERT_TRUE(gui.resize(1280, 720));
    expect_usable(places(), {1280, 720});
    for (const char* name : {"Data", "Matrix", "Ladder"})
        EXPECT_NEAR(places().at(name).box.GetWidth() / 1280, before.at(name).box.GetWidth() / 1600, 0.01) << name;
    EXPECT_NEAR(places().at("Data").box.GetHeight(), before.at("Data").box.GetHeight(), 2.0f)
        << "what it shows needs it";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) { gui.keep_screen(person, "window_1280_shrunk"); }));
    ASSERT_TRUE(gui.resize(1600, 900));
    for (const auto& [name, place] : before) {
        EXPECT_NEAR(places().at(name).box.Min.x, place.box.Min.x, 2.0f) << name;
        EXPECT_NEAR(places().at(name).box.Max.y, place.box.Max.y, 2.0f) << name;
    }
}

TEST_F(Layout, below_1100_pixels_the_left_column_folds_into_tabs_and_unfolds_again) {
    Gui gui(with_points(Shape::ring, 60));
    ASSERT_TRUE(gui.resize(1600, 900));
    gui.session().push(command::FocusPanel{"Time"});
    ASSERT_TRUE(gui.resize(1600, 900));
    const Places before = places();
    ASSERT_TRUE(gui.resize(1000, 700));
    Places folded = places(", narrow");
    expect_usable(folded, {1000, 700});
    EXPECT_EQ(folded["Data"].node, folded["Points"].node);
    EXPECT_EQ(folded["Data"].node, folded["Nearest"].node);
    EXPECT_TRUE(folded["Data"].in_front);
    EXPECT_TRUE(folded["Time"].in_front) << "it was chosen";
    EXPECT_GT(folded["Matrix"].box.GetWidth(), 0.45f * 1000);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) { gui.keep_screen(person, "window_1000_folded"); }));
    for (const char* chosen : {"Points", "Trace"}) {
        gui.session().push(command::FocusPanel{chosen});
        ASSERT_TRUE(gui.resize(1000, 700));
    }
    ASSERT_TRUE(gui.resize(1600, 900));
    Places after = places();
    EXPECT_TRUE(after["Trace"].in_front) << "it was chosen while the column was folded";
    gui.session().push(command::FocusPanel{"Time"});
    ASSERT_TRUE(gui.resize(1600, 900));
    EXPECT_EQ(places(), before);
    ASSERT_TRUE(gui.resize(1000, 700));
    folded = places(", narrow");
    EXPECT_TRUE(folded["Points"].in_front) << "it was in front when the column was folded last";
    EXPECT_TRUE(folded["Time"].in_front);
}

/// The whole name of each panel of the details is on its tab, and each tab is in the bar.
void expect_whole_tabs(Gui& gui, int width, const std::string& ending) {
    SCOPED_TRACE(width);
    ASSERT_TRUE(gui.resize(width, 720));
    const ImGuiDockNode* node = ImGui::DockBuilderGetNode(places(ending).at("Roofline").node);
    ASSERT_NE(node, nullptr);
    ASSERT_NE(node->TabBar, nullptr);
    EXPECT_EQ(node->TabBar->Tabs.Size, 8);
    EXPECT_FALSE(node->TabBar->ScrollButtonEnabled);
    for (const ImGuiTabItem& tab : node->TabBar->Tabs) {
        const std::string name = tab.Window->Name;
        EXPECT_GE(tab.Width, std::floor(tab.ContentWidth)) << name;
        EXPECT_LE(node->TabBar->BarRect.Min.x + tab.Offset + tab.Width, node->TabBar->BarRect.Max.x) << name;
    }
}

TEST_F(Layout, the_tabs_of_all_details_are_in_sight_in_a_narrow_window) {
    Gui gui(with_points(Shape::ring, 60));
    expect_whole_tabs(gui, 1600, "");
    expect_whole_tabs(gui, 1280, "");
    expect_whole_tabs(gui, 1000, ", narrow");
}

TEST_F(Layout, in_the_narrowest_window_each_tab_has_a_place_that_can_be_clicked) {
    Gui gui(with_points(Shape::ring, 60));
    ASSERT_TRUE(gui.resize(640, 720));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        for (const char* panel : {"Log", "Roofline", "Source", "Time", "Compare", "Counters", "Trace"}) {
            const ImGuiWindow* window =
                ImGui::FindWindowByName((std::string(panel) + "###" + panel + ", narrow").c_str());
            ASSERT_NE(window, nullptr) << panel;
            const ImRect tab = window->DC.DockTabItemRect;
            EXPECT_GE(tab.GetWidth(), 20.0f) << panel;
            EXPECT_LE(tab.Max.x, 640.0f) << panel;
            person.MouseMoveToPos(tab.GetCenter());
            person.MouseClick();
            person.Yield(3);
            EXPECT_TRUE(window->DockTabIsVisible) << panel;
        }
        gui.keep_screen(person, "window_640_tabs");
    }));
}

TEST_F(Layout, the_controls_under_the_matrix_are_whole_at_every_width) {
    for (const int width : {1600, 1280, 1000, 640}) {
        const std::string panel = width < 1100 ? "//Matrix###Matrix, narrow" : "//Matrix";
        Gui gui(with_points(Shape::ring, 60));
        ASSERT_TRUE(gui.resize(width, 720));
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture(person);
            for (const RangeMode mode : {RangeMode::automatic, RangeMode::percentile, RangeMode::fixed}) {
                ColourSettings colours = gui.state().view.colours;
                colours.range = mode;
                gui.session().push(command::SetColours{colours});
                person.Yield(3);
                const float right = person.WindowInfo(panel.c_str()).Window->Rect().Max.x - 8.0f;
                const std::string extra = mode == RangeMode::percentile ? "##percentile"
                                          : mode == RangeMode::fixed    ? "##fixed/$$1"
                                                                        : "##bar";
                for (const std::string& item : {std::string("##colormap"), std::string("##transform"),
                                                std::string("##range"), std::string("##aggregate"), extra})
                    EXPECT_LE(person.ItemInfo((panel + "/" + item).c_str()).RectFull.Max.x, right)
                        << item << " at " << width;
                gui.keep_screen(person, "matrix_controls_" + std::to_string(width) + "_" + std::to_string(int(mode)));
            }
        }));
    }
}

} // namespace
} // namespace pairscope::app
