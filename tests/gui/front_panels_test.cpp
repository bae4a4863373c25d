// SPDX-License-Identifier: MIT
// What lies in front stays there until the user changes it, and what lies behind something rests.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data_source.h"
#include "app/subjects/trace/trace.h"
#include "kernels/ladder/registry.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class FrontPanels : public WindowTest {};

bool is_in_front(const char* panel) {
    const ImGuiWindow* window = ImGui::FindWindowByName(panel);
    return window != nullptr && window->WasActive && window->DockTabIsVisible;
}

bool shows_a_tooltip() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->WasActive && !window->Hidden) return true;
    return false;
}

StartOptions clusters_by(const char* variant) {
    StartOptions options = with_points(Shape::clusters, 300);
    options.device = "cpu";
    options.variant = variant;
    return options;
}

TEST_F(FrontPanels, stay_in_front_when_a_dialog_closes) {
    Gui gui(clusters_by("distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_TRUE(is_in_front("Roofline"));
        person.KeyPress(ImGuiKey_F1);
        person.Yield(4);
        ASSERT_EQ(gui.state().look.dialog, Dialog::shortcuts);
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(4);
        ASSERT_EQ(gui.state().look.dialog, Dialog::none);
        EXPECT_TRUE(is_in_front("Roofline"));
        EXPECT_TRUE(is_in_front("Nearest"));
    }));
}

TEST_F(FrontPanels, stay_in_front_when_the_strip_beside_the_tabs_is_clicked) {
    StartOptions options;
    options.workload = "farthest_pair";
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 200, .m = {}};
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        ASSERT_TRUE(is_in_front("Roofline"));
        ASSERT_TRUE(is_in_front("Output"));
        const ImGuiTabBar* tabs = ImGui::FindWindowByName("Output")->DockNode->TabBar;
        person.MouseMoveToPos({tabs->BarRect.Max.x - 20.0f, tabs->BarRect.GetCenter().y});
        person.MouseClick();
        person.Yield(4);
        EXPECT_TRUE(is_in_front("Roofline"));
        EXPECT_TRUE(is_in_front("Output"));
    }));
}

TEST_F(FrontPanels, the_key_d_brings_the_differences_to_the_front) {
    StartOptions options;
    options.workload = "cross_distance";
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 96, .m = 80};
    options.device = "cpu";
    options.variant = "cross_distance/cpu_naive";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_FALSE(is_in_front("Differences"));
        person.KeyPress(ImGuiKey_E);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().output.content == MatrixContent::errors; }));
        person.MouseMoveToPos({2.0f, 2.0f});
        person.KeyPress(ImGuiKey_D);
        person.Yield(4);
        EXPECT_TRUE(is_in_front("Differences"));
        gui.keep_screen(person, "differences_in_front");
    }));
}

TEST_F(FrontPanels, behind_an_open_dialog_show_no_tooltips) {
    StartOptions options;
    options.files = {default_dataset()};
    options.n = 300;
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.MouseMove("//Data/##columns");
        ASSERT_TRUE(Gui::wait_until(person, [] { return shows_a_tooltip(); }));
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_G);
        person.Yield(4);
        ASSERT_EQ(gui.state().look.dialog, Dialog::go_to);
        EXPECT_FALSE(shows_a_tooltip());
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(2);
    }));
}

TEST_F(FrontPanels, of_a_presentation_are_the_opened_one_and_the_output_of_the_workload) {
    for (const char* workload : {"rbf_density", "rbf_pair", "farthest_pair", "best_match", "euclidean_distance"}) {
        StartOptions options;
        options.workload = workload;
        options.device = "cpu";
        if (!takes_points(type_of(workload))) options.vectors = VectorSource{.a = {}, .b = {}, .n = 200, .m = {}};
        Gui gui(options);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture(person);
            const auto is_presented = [](const std::string& panel) {
                return is_in_front((panel + "###" + panel + ", presented large").c_str());
            };
            for (const char* panel : {"Trace", "Compare"}) {
                person.KeyPress(ImGuiKey_F11);
                person.Yield(8);
                gui.session().push(command::FocusPanel{panel});
                person.Yield(12);
                EXPECT_TRUE(is_presented(panel)) << workload;
                EXPECT_TRUE(is_presented(output_panel(gui.state()))) << workload << " beside " << panel;
                person.KeyPress(ImGuiKey_F11);
                person.Yield(8);
            }
        }));
    }
}

TEST_F(FrontPanels, are_never_hidden_by_the_palette_which_brings_them_to_the_front) {
    Gui gui(clusters_by("distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        for (const char* panel : {"Compare", "Source", "Roofline", "Workshop", "Matrix", "Data"})
            for (int time = 0; time < 2; ++time) { // once behind another one, and once in front already
                person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
                person.Yield(4);
                person.KeyCharsAppendEnter(panel);
                person.Yield(8);
                EXPECT_TRUE(is_in_front(panel)) << panel;
            }
    }));
}

TEST_F(FrontPanels, after_a_change_of_workload_are_its_own_output_however_often_it_changes) {
    Gui gui(clusters_by("distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        for (const char* workload : {"cosine_distance", "best_match", "manhattan_distance", "farthest_pair",
                                     "hellinger_distance", "rbf_density", "squared_euclidean", "best_match"}) {
            const WorkloadType& type = type_of(workload);
            person.MouseMoveToPos(ImGui::GetMainViewport()->GetCenter()); // as it would rest there
            person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
            person.Yield(4);
            person.KeyCharsAppendEnter(std::string(type.title).c_str());
            ASSERT_TRUE(Gui::wait_until(person, [&] {
                return gui.state().data.now.question.workload == workload && !gui.state().data.loading;
            })) << workload;
            person.Yield(30);
            EXPECT_TRUE(is_in_front(output_panel(gui.state()).c_str())) << workload;
        }
    }));
}

TEST_F(FrontPanels, have_no_tooltip_over_them_after_commands_of_the_keyboard) {
    Gui gui(clusters_by("distance_matrix/coalesced"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.MouseMoveToPos({2.0f, 2.0f});
        person.KeyPress(ImGuiKey_F11);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
        person.Yield(4);
        ASSERT_EQ(gui.state().look.dialog, Dialog::palette);
        person.KeyCharsAppendEnter("light");
        for (const ImGuiKey key : {ImGuiKey_1, ImGuiKey_2, ImGuiKey_T, ImGuiKey_O}) {
            person.Yield(4);
            person.SleepNoSkip(0.6f, 0.1f); // longer than a tooltip waits
            EXPECT_FALSE(shows_a_tooltip()) << "before the key " << ImGui::GetKeyName(key);
            person.KeyPress(key);
        }
        EXPECT_EQ(gui.state().look.theme, Theme::light);
        EXPECT_FALSE(shows_a_tooltip());
    }));
}

TEST_F(FrontPanels, the_film_of_a_block_ends_behind_another_panel_and_goes_on_where_it_was) {
    Gui gui(clusters_by("distance_matrix/coalesced"));
    const FilmState& film = gui.state().trace.film;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.KeyPress(ImGuiKey_T);
        gui.wait_for_rest(person);
        ASSERT_NE(trace_of(gui.state()), nullptr);
        gui.session().push(command::SetFilmSpeed{slowest_film});
        gui.session().push(command::PlayFilm{true});
        person.Yield(4);
        EXPECT_TRUE(film.playing) << "the panel is in sight";
        gui.keep_screen(person, "film");
        gui.session().push(command::FocusPanel{"Log"});
        person.Yield(4);
        EXPECT_FALSE(film.playing);
        EXPECT_FALSE(film.shown) << "its marks leave the matrix with the panel";
        const std::size_t step = film.step;
        gui.session().push(command::FocusPanel{"Trace"});
        person.Yield(4);
        gui.session().push(command::PlayFilm{true});
        person.Yield(2);
        EXPECT_GE(film.step, step);
        EXPECT_LE(film.step, step + 1);
    }));
}

} // namespace
} // namespace pairscope::app
