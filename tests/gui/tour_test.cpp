// SPDX-License-Identifier: MIT
// The guided tour, as a user without a GPU takes it: all seven steps, leaving it, going on with it, and that it never
// comes unasked. With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/subjects/compare/compare.h"
#include "app/subjects/tour/tour_steps.h"
#include "app/subjects/trace/trace.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <fstream>
#include <set>
#include <string>

namespace pairscope::app {
namespace {

using testing::Each;

class GuidedTour : public FolderTest {
protected:
    [[nodiscard]] std::filesystem::path towns() const {
        std::ofstream file(folder() / "towns.csv");
        file << "name,x,y\n";
        for (int i = 0; i < 60; ++i) file << "town " << i << "," << 10 * i << "," << (i * 11) % 17 << "\n";
        return folder() / "towns.csv";
    }
    [[nodiscard]] static StartOptions laptop() {
        StartOptions options = with_points(Shape::clusters, 128);
        options.device = "cpu";
        options.variant = "distance_matrix/cpu_naive";
        return options;
    }
};

bool is_done(const Gui& gui) { return gui.state().tour.done[gui.state().tour.step]; }

void go_on(Gui& gui, ImGuiTestContext& person) {
    const std::size_t before = gui.state().tour.step;
    EXPECT_TRUE(is_done(gui)) << "step " << before + 1;
    person.ItemClick("//Tour/###forward");
    person.Yield(4);
    EXPECT_EQ(gui.state().tour.step, before + 1);
    EXPECT_FALSE(is_done(gui)) << "step " << before + 2 << " waits for the user";
}

void click_row(ImGuiTestContext& person, const char* variant) {
    person.ItemClick((std::string("//Ladder/**/row_") + variant).c_str());
    person.Yield(3);
}

void type_name(Gui& gui, ImGuiTestContext& person, const std::filesystem::path& path) {
    person.Yield(4);
    person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
    person.KeyChars(path.c_str());
    person.KeyPress(ImGuiKey_Enter);
    person.Yield(3);
    gui.wait_for_rest(person);
}

/// Drags the first point that is found.
void drag_a_point(Gui& gui, ImGuiTestContext& person) {
    const ImRect box = person.ItemInfo("//Points/##scatter").RectFull;
    bool found = false;
    for (float y = box.Min.y + 4; y < box.Max.y && !found; y += 6)
        for (float x = box.Min.x + 4; x < box.Max.x && !found; x += 6) {
            person.MouseTeleportToPos({x, y});
            person.Yield(2);
            found = gui.state().view.hovered.has_value();
        }
    ASSERT_TRUE(found);
    person.MouseDragWithDelta({12.0f, 9.0f});
    person.Yield(3);
}

void switch_and_trace(Gui& gui, ImGuiTestContext& person) {
    gui.keep_screen(person, "tour_1");
    click_row(person, "cpu_simd");
    gui.keep_screen(person, "tour_1_done");
    go_on(gui, person);
    gui.keep_screen(person, "tour_2");
    person.KeyPress(ImGuiKey_2);
    ASSERT_TRUE(Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; }));
    person.KeyPress(ImGuiKey_T);
    person.Yield(4);
    EXPECT_FALSE(is_done(gui)) << "the trace is seen, but the user did nothing with it";
    gui.keep_screen(person, "tour_2_trace");
    person.ItemClick("//Trace/**/##line_0");
    person.Yield(3);
    go_on(gui, person);
}

void drag_and_predict(Gui& gui, ImGuiTestContext& person) {
    gui.wait_for_picture(person);
    gui.keep_screen(person, "tour_3");
    drag_a_point(gui, person);
    go_on(gui, person);
    gui.session().push(command::SelectVariant{"distance_matrix/coalesced"}); // its group takes all room
    ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().tour.asked.has_value(); }));
    person.Yield(6);
    const std::string asked = std::string(short_name(gui.state().tour.asked->variant_id));
    const ImRect rows = person.WindowInfo("//Ladder/rows").Window->Rect();
    EXPECT_TRUE(rows.Contains(person.ItemInfo(("//Ladder/**/row_" + asked).c_str()).RectFull.GetCenter()))
        << "the ladder scrolls to the covered row";
    gui.keep_screen(person, "tour_4");
    person.ItemClick("//Tour/**/Predict");
    person.Yield(3);
    gui.keep_screen(person, "tour_4_done");
    EXPECT_EQ(gui.state().tour.guessed, 0.5);
    go_on(gui, person);
}

void compare_and_open(Gui& gui, ImGuiTestContext& person, const std::filesystem::path& file) {
    person.KeyPress(ImGuiMod_Shift | ImGuiKey_1);
    person.Yield(4);
    gui.keep_screen(person, "tour_5");
    person.KeyDown(ImGuiMod_Ctrl);
    click_row(person, "cpu_simd");
    person.KeyUp(ImGuiMod_Ctrl);
    person.Yield(3);
    go_on(gui, person);
    gui.keep_screen(person, "tour_6");
    person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
    type_name(gui, person, file);
    EXPECT_EQ(gui.state().data.now.question.first->rows, 60);
    go_on(gui, person);
}

TEST_F(GuidedTour, is_done_step_by_step_by_a_user_without_a_gpu) {
    const auto file = towns();
    Gui gui(laptop());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.MenuClick("//##MainMenuBar/Help/Guided tour");
        person.Yield(4);
        ASSERT_TRUE(gui.state().tour.shown);
        EXPECT_FALSE(is_done(gui));
        switch_and_trace(gui, person);
        drag_and_predict(gui, person);
        compare_and_open(gui, person, file);
        gui.session().push(command::FocusPanel{"Roofline"});
        person.Yield(4);
        gui.keep_screen(person, "tour_7");
        person.ItemClick("//Roofline/export_roofline");
        type_name(gui, person, folder() / "roofline.svg");
        EXPECT_TRUE(is_done(gui));
        gui.keep_screen(person, "tour_7_done");
        EXPECT_THAT(gui.state().tour.done, Each(true));
        person.ItemClick("//Tour/###forward");
        person.Yield(3);
        EXPECT_FALSE(gui.state().tour.shown);
    }));
    EXPECT_TRUE(std::filesystem::exists(folder() / "roofline.svg"));
}

TEST_F(GuidedTour, is_offered_at_the_first_start_alone_and_never_comes_unasked) {
    keep_settings_in_folder();
    const auto has_offer = [](ImGuiTestContext& person) { return person.ItemExists("//Hints/Take the guided tour"); };
    {
        Gui gui(laptop(), Gui::Settings::kept);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            EXPECT_FALSE(gui.state().tour.shown);
            EXPECT_TRUE(has_offer(person));
            gui.keep_screen(person, "tour_offer");
        }));
    }
    {
        Gui gui(laptop(), Gui::Settings::kept);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            EXPECT_FALSE(gui.state().tour.shown);
            EXPECT_FALSE(has_offer(person)) << "once is enough";
        }));
    }
}

TEST_F(GuidedTour, goes_on_after_a_restart_where_it_was_left_when_it_is_asked_for) {
    keep_settings_in_folder();
    {
        Gui gui(laptop(), Gui::Settings::kept);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            person.ItemClick("//Hints/Take the guided tour");
            person.Yield(4);
            ASSERT_TRUE(gui.state().tour.shown);
            EXPECT_FALSE(gui.state().look.hints) << "the tour shows the same, and more";
            click_row(person, "cpu_simd");
            go_on(gui, person);
            person.ItemClick("//Tour/###forward"); // skips the trace
            person.Yield(3);
            EXPECT_EQ(gui.state().tour.step, 2u);
            person.ItemClick("//Tour/Leave");
            person.Yield(3);
            EXPECT_FALSE(gui.state().tour.shown);
        }));
    }
    {
        Gui gui(laptop(), Gui::Settings::kept);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            EXPECT_FALSE(gui.state().tour.shown);
            person.MenuClick("//##MainMenuBar/Help/Guided tour");
            person.Yield(4);
            EXPECT_TRUE(is_at(gui.state().tour, TourStep::drag_point));
            EXPECT_THAT(gui.state().tour.done, testing::ElementsAre(true, false, false, false, false, false, false));
        })) << "the window is closed while the tour is shown";
    }
    Gui gui(laptop(), Gui::Settings::kept);
    EXPECT_FALSE(gui.state().tour.shown);
}

TEST_F(GuidedTour, frames_the_panel_or_its_tab_and_can_bring_it_to_the_front) {
    Gui gui(laptop());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::ShowTour{true});
        gui.session().push(command::GoToTourStep{std::size_t(TourStep::save_chart)});
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(5);
        const ImRect tab = person.WindowInfo("//Tour frame").Window->Rect();
        EXPECT_LT(tab.GetHeight(), 40.0f) << "the tab of the roofline, which lies behind another panel";
        person.ItemClick("//Tour/Show me");
        person.Yield(5);
        const ImRect box = person.WindowInfo("//Tour frame").Window->Rect();
        EXPECT_TRUE(box.Contains(person.WindowInfo("//Roofline").Window->Rect()));
        const ImRect card = person.WindowInfo("//Tour").Window->Rect();
        for (const char* panel : {"//Ladder", "//Matrix", "//Points", "//Roofline"})
            EXPECT_FALSE(card.Overlaps(person.WindowInfo(panel).Window->Rect())) << panel;
        person.KeyPress(ImGuiKey_F11);
        person.Yield(4);
        EXPECT_FALSE(ImGui::FindWindowByName("Tour")->WasActive) << "a presentation shows no card";
        person.KeyPress(ImGuiKey_F11);
        person.Yield(4);
    }));
}

TEST_F(GuidedTour, can_be_taken_by_keyboard) {
    Gui gui(laptop());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::ShowTour{true});
        person.Yield(4);
        person.KeyPress(ImGuiKey_F6); // the first panel
        person.Yield(4);
        person.KeyPress(ImGuiMod_Shift | ImGuiKey_F6); // the card, behind the last panel
        person.Yield(4);
        const ImGuiContext& context = *ImGui::GetCurrentContext();
        ASSERT_NE(context.NavWindow, nullptr);
        EXPECT_STREQ(context.NavWindow->RootWindow->Name, "Tour");
        const ImGuiID forward = person.ItemInfo("//Tour/###forward").ID;
        for (int i = 0; i < 20 && context.NavId != forward; ++i) {
            person.KeyPress(ImGuiKey_Tab);
            person.Yield(2);
        }
        ASSERT_EQ(context.NavId, forward);
        person.KeyPress(ImGuiKey_Space);
        person.Yield(4);
        EXPECT_EQ(gui.state().tour.step, 1u);
    }));
}

TEST_F(GuidedTour, fits_into_windows_of_every_size) {
    for (const auto& [width, height] : {std::pair{1280, 720}, std::pair{1600, 900}, std::pair{2560, 1440}})
        for (const Theme theme : {Theme::dark, Theme::light}) {
            StartOptions options = laptop();
            options.width = width;
            options.height = height;
            options.theme = theme;
            Gui gui(options);
            EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
                gui.wait_for_picture_alone(person);
                gui.session().push(command::ShowTour{true});
                std::set<float> heights;
                for (std::size_t step = 0; step < tour_steps; ++step) {
                    gui.session().push(command::GoToTourStep{step});
                    person.Yield(4);
                    const ImGuiWindow& card = *person.WindowInfo("//Tour").Window;
                    heights.insert(card.Size.y);
                    const ImRect leave = person.ItemInfo("//Tour/Leave").RectFull;
                    EXPECT_LE(leave.Max.x, card.Rect().Max.x) << width << ", step " << step + 1;
                    EXPECT_LE(leave.Max.y, card.Rect().Max.y) << width << ", step " << step + 1;
                    const ImGuiWindow* const text = person.WindowInfo("//Tour/text").Window;
                    EXPECT_EQ(text->ScrollMax.y, 0.0f) << "all of the text is seen: " << width << ", step " << step + 1;
                }
                EXPECT_EQ(heights.size(), 1u) << "the panels do not move from step to step: " << width;
                const std::string name = std::to_string(width) + (theme == Theme::dark ? "_dark" : "_light");
                gui.session().push(command::GoToTourStep{5});
                person.Yield(3);
                gui.keep_screen(person, "tour_size_" + name);
            }));
        }
}

} // namespace
} // namespace pairscope::app
