// SPDX-License-Identifier: MIT
// What a mouse shows by hovering is shown to the keyboard, too: the arrows go to headings and labels, and F6 to
// messages and to the status line.
#include "tests/gui/folder_test.h"
#include "tests/gui/points_on_cpu.h"
#include "tests/gui/shown_trace.h"
#include "tests/gui/tooltips.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

class KeyboardReading : public FolderTest {};

/// Texts in sight that have a tooltip and do nothing on a click.
std::set<ImGuiID> explained_texts_of(ImGuiTestContext& person, const std::string& window) {
    ImGuiTestItemList items;
    person.GatherItems(&items, ("//" + window).c_str());
    std::set<ImGuiID> ids;
    for (int i = 0; i < items.GetSize(); ++i) {
        const ImGuiTestItemInfo& item = *items.GetByIndex(i);
        const std::string_view label = item.DebugLabel;
        const bool is_text =
            label.starts_with("heading ") || label.starts_with("label ") || label.starts_with("badge ");
        if (is_text && item.RectClipped.GetHeight() >= 2.0f) ids.insert(item.ID);
    }
    return ids;
}

/// Where the arrows take the frame: to the top of the panel, then line by line, each from its left to its right end.
std::set<ImGuiID> reached_by_arrows(ImGuiTestContext& person, int lines) {
    std::set<ImGuiID> reached;
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const auto press = [&](ImGuiKey key, int times) {
        for (int i = 0; i < times; ++i) {
            const ImGuiID before = context.NavId;
            person.KeyPress(key);
            person.Yield(2);
            if (context.NavId == before) return;
            EXPECT_TRUE(context.NavCursorVisible);
            reached.insert(context.NavId);
        }
    };
    press(ImGuiKey_UpArrow, lines);
    for (int line = 0; line < lines; ++line) {
        press(ImGuiKey_LeftArrow, 8);
        press(ImGuiKey_RightArrow, 8);
        press(ImGuiKey_LeftArrow, 8);
        press(ImGuiKey_DownArrow, 1);
    }
    return reached;
}

void expect_texts_reached(Gui& gui, ImGuiTestContext& person, const char* panel, int lines) {
    gui.session().push(command::FocusPanel{panel});
    person.Yield(6);
    person.KeyPress(ImGuiKey_Tab);
    person.Yield(2);
    const std::set<ImGuiID> texts = explained_texts_of(person, panel);
    EXPECT_FALSE(texts.empty()) << panel;
    const std::set<ImGuiID> reached = reached_by_arrows(person, lines);
    for (const ImGuiID id : texts) {
        const ImGuiTestItemInfo info = person.ItemInfo(id, ImGuiTestOpFlags_NoError);
        EXPECT_TRUE(info.ID == 0 || reached.contains(id)) << info.DebugLabel << " of " << panel;
    }
    person.KeyPress(ImGuiKey_Escape);
}

TEST_F(KeyboardReading, arrows_reach_headings_labels_and_badges) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_tooltips_at_once();
        ImGui::GetStyle().HoverDelayNormal = 0.0f;
        gui.wait_for_rest(person);
        for (const char* panel : {"Data", "Ladder", "Roofline", "Time", "Counters", "Nearest"})
            expect_texts_reached(gui, person, panel, 18);
    }));
}

TEST_F(KeyboardReading, arrows_reach_the_headings_and_labels_of_counters) {
    StartOptions options = points_on_cpu();
    options.height = 1400;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().open({"assets/recordings/NVIDIA H200/distance_matrix.pairscope"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !gui.state().recordings.shown.empty(); }));
        const ShownRecording& shown = gui.state().recordings.shown.front();
        gui.session().push(
            command::SelectRecorded{shown.id, shown.recording->devices.front(), "distance_matrix/tile16"});
        gui.wait_for_picture_alone(person);
        gui.session().push(command::FocusPanel{"Counters"});
        person.Yield(6);
        EXPECT_GE(explained_texts_of(person, "Counters").size(), 10u) << "a recording has counters";
        expect_texts_reached(gui, person, "Counters", 40);
    }));
}

/// Presses the key until the frame is around the item.
bool goes_to(ImGuiTestContext& person, ImGuiKey key, ImGuiID item, int most_presses = 40) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    for (int i = 0; i < most_presses && context.NavId != item; ++i) {
        person.KeyPress(key);
        person.Yield(2);
    }
    return context.NavId == item;
}

TEST_F(KeyboardReading, arrows_reach_the_headings_of_the_trace) {
    StartOptions options = points_on_cpu();
    options.variant = "distance_matrix/coalesced";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(show_trace_with_tooltips(gui, person));
        const auto heading = [&](const char* word) {
            return person.ItemInfo((std::string("//Trace/**/column ") + word).c_str(), ImGuiTestOpFlags_NoError);
        };
        const ImGuiTestItemInfo requests = heading("requests");
        ASSERT_NE(requests.ID, 0u);
        person.KeyPress(ImGuiKey_Tab); // the frame is seen from now on
        ASSERT_TRUE(goes_to(person, ImGuiKey_Tab, requests.Window->ChildId)) << "the table";
        person.KeyPress(ImGuiKey_Enter); // goes into the table
        person.Yield(2);
        for (int i = 0; i < 8; ++i) { // above the first line are the headings
            person.KeyPress(ImGuiKey_UpArrow);
            person.Yield(2);
        }
        ASSERT_TRUE(goes_to(person, ImGuiKey_LeftArrow, heading("line").ID, 8));
        for (const char* word : {"line", "what it does", "requests"}) {
            ASSERT_TRUE(goes_to(person, ImGuiKey_RightArrow, heading(word).ID, 2)) << word;
            EXPECT_TRUE(Gui::wait_until(person, tooltip_is_shown)) << word;
        }
        gui.keep_screen(person, "keyboard_trace_heading");
    }));
}

TEST_F(KeyboardReading, an_arrow_reaches_a_button_that_cannot_be_used_and_its_tooltip_appears) {
    StartOptions options = points_on_cpu();
    options.variant = "distance_matrix/row_per_thread";
    options.generator = default_settings(Shape::ring, rows_for_teaching);
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.session().push(command::ShowFilmContent{FilmContent::stores}); // nothing else is between the two buttons
        ASSERT_TRUE(show_trace_with_tooltips(gui, person));
        const ImGuiID play = person.ItemInfo("//Trace/Play block##film").ID;
        const ImGuiID before = person.ItemInfo("//Trace/<##request_before").ID;
        ASSERT_TRUE(goes_to(person, ImGuiKey_Tab, play));
        ASSERT_TRUE(goes_to(person, ImGuiKey_RightArrow, before, 1)) << "no request is before the first one";
        EXPECT_TRUE(ImGui::GetCurrentContext()->NavCursorVisible);
        EXPECT_TRUE(Gui::wait_until(person, tooltip_is_shown));
        gui.keep_screen(person, "keyboard_disabled");
        person.KeyPress(ImGuiKey_Space);
        person.Yield(4);
        EXPECT_EQ(gui.state().trace.request, 0u) << "Space does nothing on it";
        person.KeyPress(ImGuiKey_Tab);
        person.Yield(2);
        EXPECT_EQ(ImGui::GetCurrentContext()->NavId, person.ItemInfo("//Trace/>##request_after").ID);
    }));
}

TEST_F(KeyboardReading, the_tooltip_of_a_heading_appears_when_an_arrow_comes_to_it) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Roofline"});
        person.Yield(6);
        person.KeyPress(ImGuiKey_Tab);
        person.Yield(2);
        const ImGuiID heading = person.ItemInfo("//Roofline/heading Roofline, linear memory").ID;
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        for (int i = 0; i < 6 && context.NavId != heading; ++i) {
            person.KeyPress(ImGuiKey_UpArrow);
            person.Yield(2);
        }
        ASSERT_EQ(context.NavId, heading);
        ASSERT_TRUE(Gui::wait_until(person, tooltip_is_shown));
        gui.keep_screen(person, "keyboard_heading");
    }));
}

TEST_F(KeyboardReading, f6_reaches_messages_and_the_status_line) {
    Gui gui(points_on_cpu());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::OpenRecording{folder() / "none"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !gui.state().notices.empty(); }));
        person.Yield(4);
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        const auto go_to = [&](std::string_view strip) {
            for (int i = 0; i < 20; ++i) {
                if (context.NavWindow != nullptr && context.NavWindow->RootWindow->Name == strip) return true;
                person.KeyPress(ImGuiKey_F6);
                person.Yield(4);
            }
            return false;
        };
        ASSERT_TRUE(go_to("Status"));
        EXPECT_EQ(context.NavId, person.ItemInfo("//Status/##status_time").ID) << "the frame is around a number";
        EXPECT_TRUE(context.NavCursorVisible);
        ASSERT_TRUE(go_to("Notices"));
        EXPECT_EQ(context.NavId, person.ItemInfo("//Notices/Dismiss").ID);
        person.KeyPress(ImGuiKey_Space);
        person.Yield(4);
        EXPECT_TRUE(gui.state().notices.front().read);
    }));
}

} // namespace
} // namespace pairscope::app
