// SPDX-License-Identifier: MIT
// Every control says on hover what it does. The mouse visits everything that answers to it in the panels and dialogs.
// It does not visit the tabs, splitters and scroll bars that the toolkit draws, nor the lines of open menus and lists:
// the name of such a line says all of what a click does.
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/compare_words.h"
#include "app/subjects/trace/trace.h"
#include "app/window/panels.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/tooltips.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <implot.h>
#include <implot_internal.h>

#include <array>
#include <fstream>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

struct WithoutTooltip {
    std::string_view window;
    std::string_view item; ///< how its name begins; empty: every item of the window
    std::string_view reason;
};
constexpr std::array<WithoutTooltip, 7> without_tooltip{{
    {"", "sentence", "a text with words of the glossary, which the mouse finds one by one"},
    {"Points", "##scatter",
     "a tooltip would hide points; the line below says what the mouse does, a point has its name"},
    {"Matches", "##lines", "its lines have tooltips, the empty ground between them has none"},
    {"Roofline", "a chart", "its marks and its roofs have tooltips, its empty ground has none"},
    {"Files/##list", "", "a line is the name of a file or folder"},
    {"Glossary/##list", "picture of ", "the words above the picture explain it"},
    {"Command palette/##list", "", "a line is an action by its full name, or a point by its label"},
}};

class Tooltips : public FolderTest {};

bool is_chart(ImGuiID id) { return ImPlot::GetCurrentContext()->Plots.GetByKey(id) != nullptr; }

/// An item that answers to the mouse and does nothing: the axis of a chart, or the ground of a part of a window.
bool is_ground(ImGuiID id) {
    ImPlotContext& plots = *ImPlot::GetCurrentContext();
    for (int i = 0; i < plots.Plots.GetBufSize(); ++i)
        for (const ImPlotAxis& axis : plots.Plots.GetByIndex(i)->Axes)
            if (axis.ID == id) return true;
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    return std::any_of(windows.begin(), windows.end(), [&](const ImGuiWindow* w) { return w->ChildId == id; });
}

/// "Files/##list" for "Files/##list_1F2E3D4C".
std::string name_of(const ImGuiWindow& window) {
    const std::string name = window.Name;
    const bool is_child = (window.Flags & ImGuiWindowFlags_ChildWindow) != 0 && name.find('/') != std::string::npos;
    return is_child ? name.substr(0, name.rfind('_')) : name;
}

std::string name_of(const ImGuiTestItemInfo& item) {
    return is_chart(item.ID) ? "a chart" : item.DebugLabel[0] != 0 ? item.DebugLabel : "an item without name";
}

bool may_lack_it(const ImGuiTestItemInfo& item) {
    return std::any_of(without_tooltip.begin(), without_tooltip.end(), [&](const WithoutTooltip& exception) {
        const bool is_there = exception.window.empty() || name_of(*item.Window) == exception.window;
        return is_there && name_of(item).starts_with(exception.item);
    });
}

/// The mouse on several places of the item: another one may lie over it.
enum class Found { tooltip, nothing, unreached };
Found visit(ImGuiTestContext& person, const ImGuiTestItemInfo& item) {
    Found found = Found::unreached;
    const ImRect& box = item.RectClipped;
    for (const float down : {0.5f, 0.25f}) // the middle of a low chart is on its axis
        for (const float across : {0.5f, 0.02f, 0.98f, 0.3f, 0.7f}) {
            person.MouseTeleportToPos({box.Min.x + across * box.GetWidth(), box.Min.y + down * box.GetHeight()});
            person.Yield(2);
            if (ImGui::GetCurrentContext()->HoveredIdPreviousFrame != item.ID) continue;
            if (tooltip_is_shown()) return Found::tooltip;
            person.Yield(2);
            if (tooltip_is_shown()) return Found::tooltip;
            found = Found::nothing;
        }
    return found;
}

std::string what_is_hovered() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return fmt::format("{} of {} at {}, {}", context.HoveredIdPreviousFrame,
                       context.HoveredWindow != nullptr ? context.HoveredWindow->Name : "no window",
                       context.IO.MousePos.x, context.IO.MousePos.y);
}

/// Charts with a common axis lie under an item that answers for all of them.
bool is_answered_for(const ImGuiTestItemInfo& item, ImGuiTestItemList& items) {
    if (!is_chart(item.ID)) return false;
    for (int i = 0; i < items.GetSize(); ++i) {
        const ImGuiTestItemInfo& other = *items.GetByIndex(i);
        if (other.ID != item.ID && !is_ground(other.ID) && other.RectFull.Contains(item.RectFull)) return true;
    }
    return false;
}

/// Returns how many controls have a tooltip. Those whose ids are in `visited` are passed over.
int visit_what_is_in_sight(ImGuiTestContext& person, const std::string& window, std::set<ImGuiID>& visited) {
    person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
    person.Yield(2);
    ImGuiTestItemList items;
    person.GatherItems(&items, ("//" + window).c_str());
    int count = 0;
    for (int i = 0; i < items.GetSize(); ++i) {
        const ImGuiTestItemInfo item = *items.GetByIndex(i);
        const bool in_sight = item.RectClipped.GetWidth() >= 2.0f && item.RectClipped.GetHeight() >= 2.0f;
        if (!in_sight || is_ground(item.ID) || may_lack_it(item) || is_answered_for(item, items)) continue;
        if (!visited.insert(item.ID).second) continue;
        Found found = visit(person, item);
        bool gone = false; // scrolled out of sight
        for (int tries = 0; found == Found::unreached && !gone && tries < 5; ++tries) {
            person.Yield(20); // what is being measured changes the places of what stands below it
            const ImGuiTestItemInfo again = person.ItemInfo(item.ID, ImGuiTestOpFlags_NoError);
            gone = again.ID != item.ID || again.RectClipped.GetHeight() < 2.0f;
            if (!gone) found = visit(person, again);
        }
        if (gone) continue;
        count += found == Found::tooltip;
        EXPECT_EQ(found, Found::tooltip) << name_of(item) << " of " << name_of(*item.Window) << " at "
                                         << item.RectClipped.Min.x << ", " << item.RectClipped.Min.y
                                         << (found == Found::unreached ? " cannot be hovered" : " has no tooltip")
                                         << "; under the mouse is " << what_is_hovered();
    }
    return count;
}

/// Scrolls the window and its parts to their ends; false if there is nothing to scroll.
bool scroll_down(ImGuiTestContext& person, const std::string& window) {
    const ImGuiWindow* root = person.WindowInfo(("//" + window).c_str()).Window;
    bool scrolled = false;
    for (ImGuiWindow* each : ImGui::GetCurrentContext()->Windows) {
        const ImGuiWindow* above = each;
        while (above != nullptr && above != root) above = above->ParentWindow;
        if (above == nullptr || !each->WasActive || each->Scroll.y >= each->ScrollMax.y) continue;
        ImGui::SetScrollY(each, each->ScrollMax.y);
        scrolled = true;
    }
    person.Yield(2);
    return scrolled;
}

int visit_all(ImGuiTestContext& person, const std::string& window) {
    std::set<ImGuiID> visited;
    int count = visit_what_is_in_sight(person, window, visited);
    if (scroll_down(person, window)) count += visit_what_is_in_sight(person, window, visited);
    return count;
}

int visit_panel(Gui& gui, ImGuiTestContext& person, const std::string& panel) {
    gui.session().push(command::FocusPanel{panel});
    person.Yield(4);
    return visit_all(person, panel);
}

void stop_working(Gui& gui, ImGuiTestContext& person) {
    gui.session().push(command::CancelWork{});
    person.Yield(3);
}

TEST_F(Tooltips, explain_every_control_of_measured_variants) {
    StartOptions options = with_points(Shape::clusters, 128);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture(person);
        gui.session().push(command::CompareWith{"distance_matrix/cpu_naive"});
        gui.session().push(command::PinCell{Cell{3, 4}});
        ColourSettings colours = gui.state().view.colours;
        colours.range = RangeMode::percentile;
        gui.session().push(command::SetColours{colours});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return comparison_of(gui.state()) != nullptr; }));
        stop_working(gui, person);
        EXPECT_GE(visit_panel(gui, person, "Data"), 9);
        EXPECT_GE(visit_panel(gui, person, "Nearest"), 5);
        EXPECT_GE(visit_panel(gui, person, "Matrix"), 7);
        EXPECT_GE(visit_panel(gui, person, "Ladder"), 10);
        EXPECT_GE(visit_panel(gui, person, "Roofline"), 6);
        EXPECT_GE(visit_panel(gui, person, "Time"), 8);
        EXPECT_GE(visit_panel(gui, person, "Counters"), 1);
        EXPECT_GE(visit_panel(gui, person, "Compare"), 1);
        EXPECT_GE(visit_panel(gui, person, "Source"), 1);
        (void)visit_panel(gui, person, "Points");
        (void)visit_panel(gui, person, "Log");
        EXPECT_GE(visit_all(person, "Status"), 2);
        EXPECT_EQ(visit(person, person.ItemInfo("//##MainMenuBar/##MenuBar/##device")), Found::tooltip);
    }));
}

TEST_F(Tooltips, explain_every_control_of_a_simulated_variant_and_of_a_file) {
    std::ofstream file(folder() / "towns.csv");
    file << "name,x,y\n";
    for (int i = 0; i < 100; ++i) file << "town " << i << "," << i << "," << (i * i) % 97 << "\n";
    file.close();
    StartOptions options;
    options.files = {folder() / "towns.csv"};
    options.device = "cpu";
    options.variant = "distance_matrix/row_per_thread";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture(person);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; }));
        stop_working(gui, person);
        EXPECT_GE(visit_panel(gui, person, "Data"), 6);
        EXPECT_GE(visit_panel(gui, person, "Trace"), 8);
        EXPECT_TRUE(person.ItemExists("//Trace/>##request_after"));
        ColourSettings colours = gui.state().view.colours;
        colours.range = RangeMode::fixed;
        gui.session().push(command::SetColours{colours});
        EXPECT_GE(visit_panel(gui, person, "Matrix"), 7);
    }));
}

TEST_F(Tooltips, explain_every_control_of_two_sets_of_vectors) {
    StartOptions options;
    options.workload = "cross_distance";
    options.variant = "cross_distance/cpu_naive";
    options.device = "cpu";
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 20, .m = 10};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture(person);
        stop_working(gui, person);
        EXPECT_GE(visit_panel(gui, person, "Data"), 9);
        EXPECT_GE(visit_panel(gui, person, "Points"), 1);
    }));
}

TEST_F(Tooltips, explain_every_control_of_matches) {
    StartOptions options;
    options.workload = "best_match";
    options.variant = "best_match/cpu_parallel";
    options.device = "cpu";
    options.vectors = VectorSource{}; // the two views
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture_alone(person);
        EXPECT_GE(visit_panel(gui, person, "Data"), 8);
        EXPECT_GE(visit_panel(gui, person, "Matches"), 20);
    }));
}

TEST_F(Tooltips, explain_every_control_of_a_recording_and_of_the_counters) {
    StartOptions options = with_points(Shape::ring, 60);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_naive";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture(person);
        gui.session().open({"assets/recordings/NVIDIA H200/distance_matrix.pairscope"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !gui.state().recordings.shown.empty(); }));
        const ShownRecording& shown = gui.state().recordings.shown.front();
        gui.session().push(
            command::SelectRecorded{shown.id, shown.recording->devices.front(), "distance_matrix/tile16"});
        stop_working(gui, person);
        EXPECT_GE(visit_panel(gui, person, "Ladder"), 12);
        EXPECT_GE(visit_panel(gui, person, "Roofline"), 6);
        EXPECT_GE(visit_panel(gui, person, "Time"), 8);
        gui.session().push(command::FocusPanel{"Counters"});
        person.Yield(4);
        person.ItemClick("//Counters/More counters");
        const CounterState& counters = gui.state().counters;
        ASSERT_TRUE(Gui::wait_until(person, [&] { return counters.listed || !counters.no_counters.empty(); }));
        if (counters.listed) {
            gui.session().push(command::SearchCounters{"dram__bytes_write"});
            gui.session().push(command::ChooseCounter{"dram__bytes_write"});
            ASSERT_TRUE(Gui::wait_until(person, [&] { return !counters.endings.empty(); }));
            gui.session().push(command::PickCounter{"dram__bytes_write" + counters.endings.front(), true});
        }
        stop_working(gui, person);
        EXPECT_GE(visit_all(person, "Counters"), counters.listed ? 12 : 8);
        EXPECT_GE(visit_all(person, "Status"), 2);
    }));
}

TEST_F(Tooltips, explain_every_control_of_the_dialogs_the_notices_and_the_hints) {
    Gui gui(with_points(Shape::ring, 20));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture(person);
        stop_working(gui, person);
        const auto visit_dialog = [&](Dialog dialog, const char* window) {
            gui.session().push(command::ShowDialog{dialog, "picture"});
            person.Yield(4);
            const int count = visit_all(person, window);
            gui.session().push(command::ShowDialog{Dialog::none});
            person.Yield(3);
            return count;
        };
        EXPECT_EQ(visit_dialog(Dialog::open_file, "Files"), 5);
        EXPECT_EQ(visit_dialog(Dialog::save, "Files"), 5);
        EXPECT_EQ(visit_dialog(Dialog::palette, "Command palette"), 1);
        EXPECT_EQ(visit_dialog(Dialog::shortcuts, "Keys and mouse"), 10);
        EXPECT_EQ(visit_dialog(Dialog::about, "About"), 5);
        EXPECT_EQ(visit_dialog(Dialog::glossary, "Glossary"), 4);
        for (const char* name : {"one", "two"}) gui.session().push(command::OpenRecording{folder() / name});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().notices.size() >= 2; }));
        person.Yield(3);
        EXPECT_EQ(visit_all(person, "Notices"), 2);
        const_cast<State&>(gui.state()).look.hints = true; // a fresh start of the tests has none
        person.Yield(3);
        EXPECT_EQ(visit_all(person, "Hints"), 2);
        gui.session().push(command::ShowTour{true});
        gui.session().push(command::GoToTourStep{std::size_t(TourStep::predict_bar)});
        gui.session().push(command::AskAboutBar{{.variant_id = "distance_matrix/cpu_simd", .bar = 0.5}});
        person.Yield(4);
        EXPECT_EQ(visit_all(person, "Tour"), 14) << "a heading, 7 steps, a slider and 5 buttons";
    }));
}

TEST_F(Tooltips, say_why_a_line_of_a_menu_is_grey) {
    Gui gui(with_points(Shape::ring, 20));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture(person);
        person.SetRef("//##MainMenuBar");
        for (const char* menu : {"Data", "View"}) { // all of File can be used with points alone
            person.MenuClick(menu);
            person.Yield(2);
            ImGuiTestItemList items;
            person.GatherItems(&items, ImGui::FindWindowByName("###Menu_00")->ID);
            int grey = 0;
            for (int i = 0; i < items.GetSize(); ++i) {
                const ImGuiTestItemInfo item = *items.GetByIndex(i);
                if ((item.ItemFlags & ImGuiItemFlags_NoTabStop) == 0) continue; // it can only be read
                ++grey;
                EXPECT_EQ(visit(person, item), Found::tooltip) << name_of(item);
            }
            EXPECT_GE(grey, 1) << menu;
            person.KeyPress(ImGuiKey_Escape);
            person.Yield(2);
        }
    }));
}

TEST_F(Tooltips, of_a_field_stay_away_while_somebody_types_and_never_cover_what_is_below_it) {
    Gui gui(with_points(Shape::ring, 20));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        gui.wait_for_picture(person);
        const std::array fields{std::pair(Dialog::open_file, "//Files/##path"),
                                std::pair(Dialog::glossary, "//Glossary/##search")};
        for (const auto& [dialog, field] : fields) {
            person.MouseTeleportToPos({2.0f, 2.0f});
            gui.session().push(command::ShowDialog{dialog});
            person.Yield(3);
            person.KeyChars("zzz");
            if (dialog == Dialog::open_file) person.KeyPress(ImGuiKey_DownArrow); // it belongs to the list below
            person.Yield(3);
            EXPECT_FALSE(tooltip_is_shown()) << field;
            person.MouseMove(field);
            person.Yield(3);
            EXPECT_TRUE(tooltip_is_shown()) << field;
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
                if (!window->WasActive || (window->Flags & ImGuiWindowFlags_Tooltip) == 0) continue;
                EXPECT_LE(window->Rect().Max.y, person.ItemInfo(field).RectFull.Min.y) << field;
            }
            gui.session().push(command::ShowDialog{Dialog::none});
            person.Yield(2);
        }
    }));
}

} // namespace
} // namespace pairscope::app
