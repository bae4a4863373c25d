// SPDX-License-Identifier: MIT
// Every control can be reached by keyboard: F6 goes through the panels, Tab through the controls of a panel, and
// drop-downs obey the arrows. Before Tab is pressed the arrows belong to the ladder.
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/trace/trace.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/points_on_cpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <implot.h>
#include <implot_internal.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

class Keyboard : public FolderTest {};

/// Is it a part that scrolls by itself, such as a table?
bool is_part_of_window(ImGuiID id) {
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    return std::any_of(windows.begin(), windows.end(),
                       [&](const ImGuiWindow* window) { return window->ChildId == id; });
}

/// A drag of this edge makes a column of a table wider.
bool is_edge_of_column(const ImGuiTestItemInfo& item) {
    return item.DebugLabel[0] == 0 && item.RectFull.GetWidth() <= 10.0f && item.RectFull.GetHeight() > 20.0f;
}

/// Surfaces that the mouse draws on: keys and menus do the same as their gestures. And what has a tooltip but does
/// nothing on a click: texts, and buttons that cannot be used now.
bool is_no_control(const ImGuiTestItemInfo& item) {
    constexpr std::array<std::string_view, 8> names{"##scatter", "##heatmap", "##minimap", "##bar",
                                                    "##lines",   "lanes",     "##values",  "##ratios"};
    const std::string_view label = item.DebugLabel;
    if ((item.ItemFlags & ImGuiItemFlags_NoTabStop) != 0) return true; // it can only be read
    if (std::ranges::any_of(names, [&](std::string_view name) { return label.starts_with(name); })) return true;
    ImPlotContext& plots = *ImPlot::GetCurrentContext();
    if (plots.Plots.GetByKey(item.ID) != nullptr) return true;
    for (int i = 0; i < plots.Plots.GetBufSize(); ++i)
        for (const ImPlotAxis& axis : plots.Plots.GetByIndex(i)->Axes)
            if (axis.ID == item.ID) return true;
    return is_part_of_window(item.ID) || is_edge_of_column(item);
}

/// The ids of the window's controls that are in sight, and those of its parts, such as tables that scroll.
std::set<ImGuiID> controls_of(ImGuiTestContext& person, const std::string& window) {
    ImGuiTestItemList items;
    person.GatherItems(&items, ("//" + window).c_str());
    std::set<ImGuiID> ids;
    for (int i = 0; i < items.GetSize(); ++i) {
        const ImGuiTestItemInfo& item = *items.GetByIndex(i);
        const bool in_sight = item.RectClipped.GetWidth() >= 2.0f && item.RectClipped.GetHeight() >= 2.0f;
        const bool is_scrollbar = std::string_view(item.DebugLabel).starts_with("#SCROLL");
        if (!in_sight || is_scrollbar || is_no_control(item)) continue;
        ids.insert(item.ID);
    }
    return ids;
}

/// Presses the key again and again, and notes where the frame goes, until it goes to nothing new.
void follow_key(ImGuiTestContext& person, ImGuiKeyChord key, std::set<ImGuiID>& reached) {
    constexpr int most_presses = 60, enough = 3;
    int nothing_new = 0;
    for (int presses = 0; presses < most_presses && nothing_new < enough; ++presses) {
        person.KeyPress(key);
        person.Yield(2);
        nothing_new = reached.insert(ImGui::GetCurrentContext()->NavId).second ? 0 : nothing_new + 1;
    }
}

/// Goes through the panel as the help of F1 says: Tab goes from control to control. Where it comes to a table, Enter
/// goes into it, the arrows through its lines, Alt and the arrows through its headings, and Escape out of it.
std::set<ImGuiID> reached_by_keys(ImGuiTestContext& person) {
    std::set<ImGuiID> reached;
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    follow_key(person, ImGuiKey_Tab, reached);
    const std::set<ImGuiID> stops = reached;
    for (const ImGuiID stop : stops) {
        if (stop == 0 || !is_part_of_window(stop)) continue;
        for (int presses = 0; presses < 60 && context.NavId != stop; ++presses) person.KeyPress(ImGuiKey_Tab);
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(2);
        reached.insert(context.NavId);
        follow_key(person, ImGuiKey_DownArrow, reached);
        person.KeyPress(ImGuiMod_Alt);
        person.Yield(2);
        reached.insert(context.NavId);
        follow_key(person, ImGuiKey_RightArrow, reached);
        for (int presses = 0; presses < 3 && context.NavId != stop; ++presses) person.KeyPress(ImGuiKey_Escape);
        EXPECT_EQ(context.NavId, stop) << "Escape goes back to the table";
    }
    return reached;
}

void expect_all_reached(Gui& gui, ImGuiTestContext& person, std::initializer_list<const char*> panels) {
    for (const char* panel : panels) {
        gui.session().push(command::FocusPanel{panel});
        person.Yield(6);
        const std::set<ImGuiID> wanted = controls_of(person, panel);
        EXPECT_FALSE(wanted.empty()) << panel;
        const std::set<ImGuiID> reached = reached_by_keys(person);
        for (const ImGuiID id : wanted) {
            const ImGuiTestItemInfo info = person.ItemInfo(id, ImGuiTestOpFlags_NoError);
            EXPECT_TRUE(reached.contains(id)) << info.DebugLabel << " of " << panel;
        }
        gui.keep_screen(person, std::string("keyboard_") + panel);
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(2);
    }
}

/// Fills the panels: with a comparison, a pinned cell and a message in the log. Then Tab goes through these panels.
/// Each test takes a few of them, because a test may not take longer than the watchdog allows.
void expect_all_reached_when_panels_are_filled(const std::filesystem::path& folder,
                                               std::initializer_list<const char*> panels) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::CompareWith{"distance_matrix/cpu_naive"});
        gui.session().push(command::PinCell{Cell{3, 40}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return comparison_of(gui.state()) != nullptr; }));
        gui.session().push(command::CancelWork{});
        gui.session().push(command::OpenRecording{folder / "none"}); // the log says that there is none
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !gui.state().notices.empty(); }));
        expect_all_reached(gui, person, panels);
    }));
}

TEST_F(Keyboard, tab_reaches_every_control_of_data_and_lists) {
    expect_all_reached_when_panels_are_filled(folder(), {"Data", "Nearest", "Differences", "Log"});
}

TEST_F(Keyboard, tab_reaches_every_control_of_the_matrix_and_the_ladder) {
    expect_all_reached_when_panels_are_filled(folder(), {"Matrix", "Ladder"});
}

TEST_F(Keyboard, tab_reaches_every_control_of_roofline_and_time) {
    expect_all_reached_when_panels_are_filled(folder(), {"Roofline", "Time"});
}

TEST_F(Keyboard, tab_reaches_every_control_of_counters) {
    expect_all_reached_when_panels_are_filled(folder(), {"Counters"});
}

TEST_F(Keyboard, tab_reaches_every_control_of_a_comparison) {
    expect_all_reached_when_panels_are_filled(folder(), {"Compare"});
}

TEST_F(Keyboard, tab_and_arrows_reach_every_control_and_line_of_matches) {
    StartOptions options;
    options.workload = "best_match";
    options.variant = "best_match/cpu_parallel";
    options.device = "cpu";
    options.vectors = VectorSource{}; // the two views
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        expect_all_reached(gui, person, {"Data", "Points", "Matches"});
    }));
}

TEST_F(Keyboard, tab_and_arrows_reach_every_control_and_line_of_a_trace) {
    StartOptions options = points_on_cpu();
    options.variant = "distance_matrix/row_per_thread";
    Gui gui(options);
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "the trace is the same with a GPU, but the ladder is not";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; }));
        gui.session().push(command::CancelWork{});
        expect_all_reached(gui, person, {"Trace"});
    }));
}

TEST_F(Keyboard, every_stop_of_tab_is_in_sight_and_has_a_frame) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        for (const char* panel : {"Data", "Time", "Ladder"}) {
            gui.session().push(command::FocusPanel{panel});
            person.Yield(6);
            for (int presses = 0; presses < 16; ++presses) {
                const ImGuiID before = context.NavId;
                person.KeyPress(ImGuiKey_Tab);
                person.Yield(3);
                EXPECT_TRUE(context.NavCursorVisible);
                ASSERT_NE(context.NavId, 0u) << panel;
                EXPECT_TRUE(presses == 0 || context.NavId != before) << panel << ": the frame stays where it is";
                const ImGuiTestItemInfo stop = person.ItemInfo(context.NavId, ImGuiTestOpFlags_NoError);
                EXPECT_GE(stop.RectClipped.GetHeight(), 0.5f * stop.RectFull.GetHeight())
                    << stop.DebugLabel << " of " << panel << " is out of sight";
            }
        }
    }));
}

TEST_F(Keyboard, f10_goes_to_the_menus) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.KeyPress(ImGuiKey_F10);
        person.Yield(3);
        person.KeyPress(ImGuiKey_RightArrow);
        person.KeyPress(ImGuiKey_DownArrow);
        person.Yield(3);
        EXPECT_TRUE(person.ItemExists("//###Menu_00/Undo")) << "the menu Data is open";
        gui.keep_screen(person, "keyboard_menu");
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(3);
        EXPECT_FALSE(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
        EXPECT_EQ(gui.state().run.variant_id, "distance_matrix/cpu_simd") << "the ladder did not move";
    }));
}

TEST_F(Keyboard, f6_goes_from_panel_to_panel) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::FocusPanel{"Data"});
        person.Yield(4);
        std::set<std::string> seen;
        for (int i = 0; i < 20; ++i) {
            person.KeyPress(ImGuiKey_F6);
            person.Yield(4);
            const ImGuiWindow* window = ImGui::GetCurrentContext()->NavWindow;
            if (window != nullptr) seen.insert(window->RootWindow->Name);
        }
        EXPECT_THAT(seen, testing::IsSupersetOf({"Data", "Points", "Matrix", "Ladder", "Roofline", "Trace", "Log"}));
    }));
}

TEST_F(Keyboard, f6_takes_the_frame_to_the_other_panel_and_tab_goes_on_there) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        gui.session().push(command::FocusPanel{"Data"});
        person.Yield(4);
        for (int i = 0; i < 3; ++i) person.KeyPress(ImGuiKey_Tab);
        for (int i = 0; i < 8; ++i) {
            person.KeyPress(ImGuiKey_F6);
            person.Yield(6);
            const std::string panel = context.NavWindow->RootWindow->Name;
            if (controls_of(person, panel).empty()) continue;
            EXPECT_TRUE(ImGui::GetIO().NavVisible) << panel;
            const ImGuiID first = context.NavId;
            person.KeyPress(ImGuiKey_Tab);
            person.Yield(2);
            EXPECT_NE(context.NavId, 0u) << panel;
            EXPECT_TRUE(context.NavId != first || controls_of(person, panel).size() == 1) << panel;
        }
    }));
}

TEST_F(Keyboard, an_open_list_obeys_the_arrows) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const std::string before = gui.state().view.colours.colormap;
        person.ItemClick("//Matrix/##colormap");
        person.Yield(2);
        person.KeyPress(ImGuiKey_DownArrow);
        person.KeyPress(ImGuiKey_DownArrow);
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(3);
        EXPECT_NE(gui.state().view.colours.colormap, before);
        EXPECT_EQ(gui.state().run.variant_id, "distance_matrix/cpu_simd") << "the ladder did not move";
    }));
}

TEST_F(Keyboard, arrows_belong_to_the_ladder_until_tab_is_pressed_and_again_after_escape) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const auto rungs = ladder(gui.state());
        gui.session().push(command::SelectVariant{std::string(rungs[2]->id)});
        gui.session().push(command::FocusPanel{"Data"});
        person.Yield(4);
        person.KeyPress(ImGuiKey_DownArrow);
        person.Yield(3);
        EXPECT_EQ(gui.state().run.variant_id, rungs[3]->id);
        EXPECT_FALSE(ImGui::GetIO().NavVisible);
        person.KeyPress(ImGuiKey_Tab);
        person.Yield(3);
        EXPECT_TRUE(ImGui::GetIO().NavVisible);
        person.KeyPress(ImGuiKey_DownArrow);
        person.Yield(3);
        EXPECT_EQ(gui.state().run.variant_id, rungs[3]->id) << "the arrow moved the frame around a control";
        person.KeyPress(ImGuiKey_Escape);
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(3);
        person.KeyPress(ImGuiKey_DownArrow);
        person.Yield(3);
        EXPECT_EQ(gui.state().run.variant_id, rungs[4]->id);
    }));
}

} // namespace
} // namespace pairscope::app
