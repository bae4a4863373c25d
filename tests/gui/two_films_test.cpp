// SPDX-License-Identifier: MIT
// Two compared variants are played in step, with the number of sectors that each has touched. The CPU is chosen as the
// device, so that the same happens with a GPU. With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/subjects/trace/trace.h"
#include "tests/gui/gui.h"
#include "tests/gui/shown_texts.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace pairscope::app {
namespace {

class TwoFilms : public WindowTest {
protected:
    static StartOptions sixty_four_points(int width, int height) {
        StartOptions options = with_points(Shape::clusters, 64);
        options.device = "cpu";
        options.variant = "distance_matrix/coalesced";
        options.width = width;
        options.height = height;
        return options;
    }
    /// Both variants are traced, and the film is at its first step.
    static void show_both(Gui& gui, ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().push(command::CompareWith{"distance_matrix/row_per_thread"});
        person.KeyPress(ImGuiKey_T);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return other_trace_of(gui.state()) != nullptr; }));
        gui.session().push(command::SetFilmSpeed{slowest_film});
        person.KeyPress(ImGuiKey_P);
        person.Yield(4);
        ASSERT_NE(gui.state().trace.film.other, nullptr);
    }
};

/// Is there a text in the last frame that contains this?
bool is_shown(Gui& gui, std::string_view words) {
    bool found = false;
    gui.frames_by_hand([&](const std::function<void()>& frame) {
        frame();
        const auto texts = shown_texts();
        found = std::ranges::any_of(texts,
                                    [&](const ShownText& text) { return text.text.find(words) != std::string::npos; });
    });
    return found;
}

TEST_F(TwoFilms, are_moved_by_the_same_keys_and_count_the_sectors_of_both) {
    Gui gui(sixty_four_points(1600, 900));
    const FilmState& film = gui.state().trace.film;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_both(gui, person);
        EXPECT_TRUE(film.playing);
        person.KeyPress(ImGuiKey_P);
        person.Yield(2);
        EXPECT_FALSE(film.playing);
        const std::size_t before = film.step;
        for (int i = 0; i < 3; ++i) person.KeyPress(ImGuiMod_Shift | ImGuiKey_RightArrow);
        person.KeyPress(ImGuiMod_Shift | ImGuiKey_LeftArrow);
        person.Yield(2);
        EXPECT_EQ(film.step, before + 2);
        EXPECT_EQ(film_step(film)->sectors_so_far, 4 * std::int64_t(film.step + 1));
        EXPECT_EQ(other_film_step(film)->sectors_so_far, 32 * std::int64_t(film.step + 1));
        gui.session().push(command::StepFilm{63});
        person.Yield(2);
        for (const char* part : {"lanes", "other/lanes"})
            EXPECT_TRUE(person.ItemExists((std::string("//Trace/") + part).c_str())) << part;
        gui.keep_screen(person, "two_films");
    }));
    EXPECT_TRUE(is_shown(gui, "sectors so far:"));
    EXPECT_TRUE(is_shown(gui, "2 048"));
    EXPECT_TRUE(is_shown(gui, "256"));
}

TEST_F(TwoFilms, go_on_when_keys_select_other_variants) {
    Gui gui(sixty_four_points(1600, 900));
    const FilmState& film = gui.state().trace.film;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_both(gui, person);
        for (const ImGuiKey key : {ImGuiKey_3, ImGuiKey_4, ImGuiKey_2}) {
            person.KeyPress(key);
            person.Yield(2);
            ASSERT_TRUE(Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; }));
            person.Yield(3);
            EXPECT_TRUE(film.playing);
            ASSERT_NE(film.other, nullptr);
            EXPECT_EQ(film.film->trace->variant_id, gui.state().run.variant_id);
            EXPECT_EQ(film.other->trace->variant_id, "distance_matrix/row_per_thread");
            EXPECT_TRUE(shows_only_stores(*film.film) && shows_only_stores(*film.other));
        }
    }));
}

TEST_F(TwoFilms, have_room_on_a_projector) {
    Gui gui(sixty_four_points(1280, 720));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        person.KeyPress(ImGuiKey_F11);
        show_both(gui, person);
        person.KeyPress(ImGuiKey_P);
        for (const std::size_t step : {std::size_t(0), film_length(gui.state().trace.film) - 1}) {
            gui.session().push(command::StepFilm{step});
            person.Yield(4);
            const ImGuiWindow* const window = ImGui::FindWindowByName("Trace###Trace, presented large");
            ASSERT_NE(window, nullptr);
            EXPECT_EQ(window->ScrollMax.y, 0.0f);
        }
        gui.keep_screen(person, "two_films_presented");
    }));
    gui.frames_by_hand([&](const std::function<void()>& frame) {
        frame();
        for (const std::string& fault : faults_of(shown_texts())) ADD_FAILURE() << fault;
    });
}

} // namespace
} // namespace pairscope::app
