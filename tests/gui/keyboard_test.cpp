// SPDX-License-Identifier: MIT
// Every control can be reached by keyboard: F6 goes through the panels, Tab through the controls of a panel, and
// drop-downs obey the arrows. Before Tab is pressed the arrows belong to the ladder.
#include "tests/gui/folder_test.h"

#include "app/state/comparing.h"
#include "app/state/state_queries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <implot.h>
#include <implot_internal.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

class Keyboard : public FolderTest {};

StartOptions measured_points() {
    StartOptions options = with_points(Shape::clusters, 128);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_simd";
    return options;
}

/// Surfaces that the mouse draws on: keys and menus do the same as their gestures. And texts with a tooltip, which do
/// nothing on a click.
bool is_no_control(const ImGuiTestItemInfo& item) {
    constexpr std::array<std::string_view, 12> names{"heading ", "addition to ", "label ",    "column ",
                                                     "why ",     "##scatter",    "##heatmap", "##minimap",
                                                     "##bar",    "##lines",      "lanes",     "##values"};
    const std::string_view label = item.DebugLabel;
    if (std::ranges::any_of(names, [&](std::string_view name) { return label.starts_with(name); })) return true;
    ImPlotContext& plots = *ImPlot::GetCurrentContext();
    if (plots.Plots.GetByKey(item.ID) != nullptr) return true;
    for (int i = 0; i < plots.Plots.GetBufSize(); ++i)
        for (const ImPlotAxis& axis : plots.Plots.GetByIndex(i)->Axes)
            if (axis.ID == item.ID) return true;
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    return std::any_of(windows.begin(), windows.end(),
                       [&](const ImGuiWindow* window) { return window->ChildId == item.ID; });
}

/// The ids of the window's controls that are in sight.
std::set<ImGuiID> controls_of(ImGuiTestContext& person, const std::string& window) {
    ImGuiTestItemList items;
    person.GatherItems(&items, ("//" + window).c_str());
    std::set<ImGuiID> ids;
    for (int i = 0; i < items.GetSize(); ++i) {
        const ImGuiTestItemInfo& item = *items.GetByIndex(i);
        const bool in_sight = item.RectClipped.GetWidth() >= 2.0f && item.RectClipped.GetHeight() >= 2.0f;
        const bool can_be_used = (item.ItemFlags & ImGuiItemFlags_Disabled) == 0 && item.NavLayer == ImGuiNavLayer_Main;
        const bool is_scrollbar = std::string_view(item.DebugLabel).starts_with("#SCROLL");
        if (!in_sight || !can_be_used || is_scrollbar || is_no_control(item)) continue;
        ids.insert(item.ID);
    }
    return ids;
}

/// Where the frame goes when Tab is pressed again and again.
std::set<ImGuiID> reached_by_tab(ImGuiTestContext& person) {
    std::set<ImGuiID> reached;
    int nothing_new = 0;
    for (int presses = 0; presses < 150 && nothing_new < 6; ++presses) {
        person.KeyPress(ImGuiKey_Tab);
        person.Yield(2);
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        nothing_new = reached.insert(context.NavId).second ? 0 : nothing_new + 1;
    }
    return reached;
}

TEST_F(Keyboard, DISABLED_tab_reaches_every_control_of_every_panel) {
    Gui gui(measured_points());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::CompareWith{"distance_matrix/cpu_naive"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return comparison_of(gui.state()) != nullptr; }));
        gui.session().push(command::CancelWork{});
        for (const char* panel : {"Data", "Points", "Nearest", "Differences", "Matrix", "Ladder", "Roofline", "Time",
                                  "Counters", "Compare"}) {
            gui.session().push(command::FocusPanel{panel});
            person.Yield(6);
            const std::set<ImGuiID> wanted = controls_of(person, panel);
            const std::set<ImGuiID> reached = reached_by_tab(person);
            for (const ImGuiID id : wanted) {
                const ImGuiTestItemInfo info = person.ItemInfo(id, ImGuiTestOpFlags_NoError);
                EXPECT_TRUE(reached.contains(id)) << info.DebugLabel << " of " << panel;
            }
            if (std::string_view(panel) == "Ladder") gui.keep_screen(person, "keyboard_ladder");
            person.KeyPress(ImGuiKey_Escape);
            person.Yield(2);
        }
    }));
}

TEST_F(Keyboard, f6_goes_from_panel_to_panel) {
    Gui gui(measured_points());
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

TEST_F(Keyboard, an_open_list_obeys_the_arrows) {
    Gui gui(measured_points());
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
    Gui gui(measured_points());
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
