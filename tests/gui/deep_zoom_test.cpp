// SPDX-License-Identifier: MIT
// A person looks at matrices that are too large to store.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <chrono>
#include <cstdio>
#include <ctime>

namespace pairscope::app {
namespace {

class DeepZoomGui : public WindowTest {};

StartOptions many_points(std::int64_t n) {
    StartOptions options = with_points(Shape::clusters, n);
    options.device = "cpu";
    return options;
}

ImRect heatmap(ImGuiTestContext& person) { return person.ItemInfo("//Matrix/##heatmap").RectFull; }
Viewport viewport(ImGuiTestContext& person) {
    const ImRect box = heatmap(person);
    return {int(box.GetWidth()), int(box.GetHeight())};
}

ImVec2 place_of(const State& state, ImGuiTestContext& person, Cell cell) {
    const ImRect box = heatmap(person);
    const Pixel at =
        pixel_at(view_in(state, viewport(person)), {double(cell.row) + 0.5, double(cell.col) + 0.5}, viewport(person));
    return {box.Min.x + float(at.x), box.Min.y + float(at.y)};
}

bool has_picture(const State& state) {
    if (!is_deep(state) || !state.deep.sight || state.deep.revision != state.data.revision) return false;
    const auto wanted = wanted_tiles(state);
    return std::ranges::all_of(wanted, [&](const TileKey& key) { return state.deep.tiles.find(key) != nullptr; });
}

bool is_exact(const State& state) { return has_picture(state) && tile_progress(state).is_complete(); }

/// The wheel over one place, until single entries are large.
void zoom_in(Gui& gui, ImGuiTestContext& person, ImVec2 at) {
    person.MouseTeleportToPos(at);
    person.Yield(2);
    for (int i = 0; i < 80 && view_in(gui.state(), viewport(person)).pixels_per_cell < 60.0; ++i) {
        person.MouseWheelY(1.0f);
        person.Yield();
    }
}

TEST_F(DeepZoomGui, the_wheel_goes_from_the_whole_to_single_entries_with_values_and_back) {
    Gui gui(many_points(60'000));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state); }));
        EXPECT_EQ(shown_shape(state), (MatrixShape{60'000, 60'000}));
        gui.keep_screen(person, "deep_whole");
        const ImVec2 at = place_of(state, person, {20'000, 41'000});
        zoom_in(gui, person, at);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state) && state.view.marked; }));
        const Cell cell = state.view.marked->cell;
        EXPECT_NEAR(double(cell.row), 20'000.0, 200.0);
        EXPECT_NEAR(double(cell.col), 41'000.0, 200.0);
        const auto points = coordinates(*state.data.now.question.first);
        const auto along = [&](std::size_t axis) {
            return double(points[std::size_t(2 * cell.row) + axis]) - double(points[std::size_t(2 * cell.col) + axis]);
        };
        EXPECT_NEAR(state.view.marked->value, std::hypot(along(0), along(1)), 1e-5);
        EXPECT_FALSE(state.view.marked->neighbours.empty());
        person.Yield(3);
        gui.keep_screen(person, "deep_entries");
        person.KeyPress(ImGuiKey_F);
        person.Yield(3);
        EXPECT_TRUE(state.view.fit);
        EXPECT_TRUE(is_exact(state)) << "the tiles of the whole matrix are still known";
    }));
}

TEST_F(DeepZoomGui, a_click_pins_an_entry_and_a_right_drag_zooms_into_a_box) {
    Gui gui(many_points(50'000));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state); }));
        const ImVec2 from = place_of(state, person, {10'000, 20'000}), to = place_of(state, person, {15'000, 25'000});
        person.MouseTeleportToPos(from);
        person.Yield(2);
        person.MouseDown(ImGuiMouseButton_Right);
        for (const float part : {0.5f, 1.0f}) {
            person.MouseTeleportToPos({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
            person.Yield();
        }
        person.MouseUp(ImGuiMouseButton_Right);
        person.Yield(2);
        EXPECT_NEAR(state.view.heatmap.center.row, 12'500.0, 150.0);
        EXPECT_NEAR(state.view.heatmap.center.col, 22'500.0, 150.0);
        person.MouseTeleportToPos(place_of(state, person, {12'000, 22'000}));
        person.Yield(2);
        person.MouseClick();
        person.Yield(2);
        ASSERT_TRUE(state.view.pinned);
        EXPECT_NEAR(double(state.view.pinned->row), 12'000.0, 20.0);
        person.KeyPress(ImGuiKey_H);
        person.Yield(3);
        EXPECT_EQ(state.view.heatmap.pixels_per_cell, 1.0);
    }));
}

TEST_F(DeepZoomGui, the_map_shows_the_place_moves_the_view_and_is_hidden_by_m) {
    Gui gui(many_points(50'000));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state); }));
        EXPECT_FALSE(person.ItemExists("//Matrix/##minimap")) << "the whole matrix is in sight";
        gui.session().push(command::GoTo{40'000, 40'000});
        person.Yield(3);
        const ImRect map = person.ItemInfo("//Matrix/##minimap").RectFull;
        person.MouseTeleportToPos({map.Min.x + 0.25f * map.GetWidth(), map.Min.y + 0.5f * map.GetHeight()});
        person.Yield(2);
        person.MouseDown();
        person.Yield(2);
        person.MouseUp();
        person.Yield(2);
        EXPECT_NEAR(state.view.heatmap.center.col, 12'500.0, 500.0);
        EXPECT_NEAR(state.view.heatmap.center.row, 25'000.0, 500.0);
        EXPECT_EQ(state.view.pinned, (Cell{40'000, 40'000})) << "the click was on the map, not on an entry";
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state); }));
        gui.keep_screen(person, "deep_minimap");
        person.KeyPress(ImGuiKey_M);
        person.Yield(3);
        EXPECT_FALSE(state.deep.minimap);
        EXPECT_FALSE(person.ItemExists("//Matrix/##minimap"));
    }));
}

bool has_tooltip(ImGuiTestContext& person) {
    return std::ranges::any_of(person.UiContext->Windows, [](const ImGuiWindow* window) {
        return (window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->WasActive && !window->Hidden;
    });
}

TEST_F(DeepZoomGui, go_to_takes_rows_columns_and_labels_and_refuses_what_is_outside) {
    StartOptions options;
    options.files = {large_dataset()};
    options.n = 40'000;
    options.device = "cpu";
    Gui gui(options);
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state); }));
        const auto type = [&](const char* text) {
            person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_G);
            person.Yield(3);
            EXPECT_EQ(state.look.dialog, Dialog::go_to);
            person.KeyCharsReplace(text);
            person.SleepNoSkip(1.0f, 0.05f); // a tooltip waits until it is shown
            EXPECT_FALSE(has_tooltip(person)) << "it would hide what is found";
            person.KeyPress(ImGuiKey_Enter);
            person.Yield(3);
        };
        type("123, 39999");
        ASSERT_TRUE(state.view.pinned);
        const Cell found = *state.view.pinned;
        const std::vector<std::int64_t>& in_file = state.data.now.question.first->source_rows;
        EXPECT_EQ(in_file[std::size_t(found.row)], 123) << "people count the rows of the file";
        EXPECT_EQ(in_file[std::size_t(found.col)], 39'999);
        EXPECT_EQ(state.look.dialog, Dialog::none);
        type("40000");
        EXPECT_EQ(state.look.dialog, Dialog::go_to) << "the dialog says the range and stays";
        EXPECT_EQ(state.view.pinned, found);
        gui.keep_screen(person, "deep_go_to_outside");
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(2);
        type("Reykjav");
        ASSERT_TRUE(state.view.pinned);
        EXPECT_EQ(state.data.now.question.first->labels[std::size_t(state.view.pinned->row)].substr(0, 7), "Reykjav");
        EXPECT_EQ(state.view.pinned->row, state.view.pinned->col);
    }));
}

TEST_F(DeepZoomGui, the_picture_moves_over_finished_tiles_without_waiting) {
    Gui gui(many_points(256));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.draw_all_frames();
        // At the first time, the driver also compiles the shader.
        for (const std::uint64_t seed : {1U, 2U}) {
            const auto begin = Clock::now();
            const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
            gui.session().push(command::SetSource{default_settings(Shape::clusters, 50'000, seed)});
            person.Yield();
            ASSERT_TRUE(Gui::wait_until(person, [&] { return is_deep(state) && has_first_picture(state); }));
            const double first = seconds();
            ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state); }));
            const double finer = seconds();
            ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state); }));
            std::printf(
                "50 000 points: first picture after %.3f s, four samples of each block after %.3f s, exact after "
                "%.3f s\n",
                first, finer, seconds());
        }
        const HeatmapView start = clamped({{25'000.0, 25'000.0}, 0.3}, viewport(person), shown_shape(state));
        const auto move = [&](double pixels) {
            gui.session().push(
                command::SetView{panned(start, {pixels, 0.5 * pixels}, viewport(person), shown_shape(state))});
        };
        for (const double pixels : {0.0, 100.0, 200.0}) { // the tiles that the way passes
            move(pixels);
            person.Yield(2);
            ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state); }));
        }
        gui.session().push(command::CancelWork{}); // nothing is measured beside the frames
        person.Yield(3);
        constexpr int steps = 40;
        double longest = 0.0, all = 0.0;
        const std::clock_t work = std::clock();
        for (int i = 0; i < steps; ++i) {
            move(4.0 * i);
            const auto before = Clock::now();
            person.Yield();
            const double frame = std::chrono::duration<double>(Clock::now() - before).count();
            longest = std::max(longest, frame);
            all += frame;
            EXPECT_TRUE(is_exact(state)) << "no tile was forgotten";
        }
        const double busy = double(std::clock() - work) / CLOCKS_PER_SEC / steps;
        std::printf("a frame while the matrix moves: %.1f ms, at most %.1f ms, %.1f ms of processor time\n",
                    1e3 * all / steps, 1e3 * longest, 1e3 * busy);
        EXPECT_LT(all / steps, 2.0) << "on a machine under load, drawn by its processor";
    }));
}

TEST_F(DeepZoomGui, the_aggregate_menu_chooses_minimum_mean_or_maximum_of_the_blocks) {
    StartOptions options = many_points(50'000);
    options.generator = default_settings(Shape::uniform_square, 50'000);
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(gui.state()); }));
        person.SetRef("//Matrix");
        const auto choose = [&](const char* name) {
            person.ComboClick((std::string("##aggregate/") + name).c_str());
            person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
            person.Yield(8);
            return gui.lightness_of_matrix(person);
        };
        const double minimum = choose("minimum"), maximum = choose("maximum"), mean = choose("mean");
        EXPECT_LT(minimum, mean - 5.0);
        EXPECT_GT(maximum, mean + 5.0);
    }));
}

TEST_F(DeepZoomGui, escape_stops_the_tiles_and_the_line_says_how_many_are_exact) {
    Gui gui(many_points(1'000'000));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state); }));
        ASSERT_TRUE(Gui::wait_until(person, [&] { return state.run.activity.has_value(); }));
        const auto before = Clock::now();
        gui.session().push(command::CancelWork{});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.session().at_rest(); }));
        EXPECT_LT(std::chrono::duration<double>(Clock::now() - before).count(), 5.0);
        EXPECT_NE(progress_text(state).find("cancelled"), std::string::npos);
        gui.keep_screen(person, "deep_million_coarse");
    }));
}

TEST_F(DeepZoomGui, the_matrix_behind_the_farthest_pair_marks_the_pair) {
    StartOptions options;
    options.workload = "farthest_pair";
    options.vectors = VectorSource{.a = digits_dataset(), .b = {}, .n = {}, .m = {}};
    options.device = "cpu";
    Gui gui(options);
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return output_is_current(state) && !state.data.loading; }));
        EXPECT_FALSE(state.deep.sight) << "the output is in front, and nobody looks at the matrix";
        gui.session().push(command::FocusPanel{"Matrix"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state); }));
        person.Yield(4);
        gui.keep_screen(person, "deep_farthest_pair");
        const auto found = std::get<FoundPair>(state.output.values);
        gui.session().push(command::GoTo{found.first, found.second});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state) && state.view.marked; }));
        person.Yield(4);
        EXPECT_EQ(double(state.view.marked->value), found.value);
        gui.keep_screen(person, "deep_farthest_pair_close");
    }));
}

TEST_F(DeepZoomGui, the_matrix_behind_matches_marks_the_best_match_of_each_row) {
    StartOptions options;
    options.workload = "best_match";
    options.vectors = usual_vectors(type_of("best_match"));
    options.device = "cpu";
    Gui gui(options);
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return output_is_current(state) && !state.data.loading; }));
        gui.session().push(command::FocusPanel{"Matrix"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state); }));
        person.Yield(4);
        gui.keep_screen(person, "deep_matches");
        const auto& matches = std::get<std::vector<FoundMatch>>(state.output.values);
        gui.session().push(command::GoTo{100, matches[100].best});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state) && state.view.marked; }));
        EXPECT_NEAR(state.view.marked->value, matches[100].best_value, 1e-5);
        gui.keep_screen(person, "deep_matches_close");
    }));
}

TEST_F(DeepZoomGui, the_places_of_the_world_are_opened_whole_from_the_data_menu) {
    Gui gui(many_points(256));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const auto start = Clock::now();
        const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
        gui.session().push(command::SetSource{FileSource{.path = large_dataset(), .columns = {}, .n = max_rows}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_deep(state); }));
        const double read = seconds();
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state); }));
        const double first = seconds();
        EXPECT_EQ(shown_shape(state), (MatrixShape{234'908, 234'908}));
        EXPECT_LT(first - read, 5.0);
        std::printf("places: read %.2f s, first picture %.3f s later\n", read, first - read);
        person.Yield(4);
        gui.keep_screen(person, "deep_places_coarse");
    }));
}

TEST_F(DeepZoomGui, one_click_shows_all_places_of_the_world_in_kilometres_with_their_neighbours) {
    StartOptions options;
    options.files = {large_dataset()};
    options.n = max_rows;
    options.device = "cpu";
    Gui gui(options);
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state); }));
        const auto start = Clock::now();
        person.ItemClick("//Matrix/###kilometres");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_picture(state) && unit_of_entries(state) == "km"; }));
        std::printf("places in kilometres: first picture after %.3f s\n",
                    std::chrono::duration<double>(Clock::now() - start).count());
        EXPECT_EQ(shown_shape(state), (MatrixShape{234'908, 234'908}));
        const float half_way = 20'016.0f;
        EXPECT_GT(state.deep.summary.max, 0.99f * half_way);
        EXPECT_LE(state.deep.summary.max, half_way);
        person.Yield(4);
        gui.keep_screen(person, "deep_kilometres_coarse");
        const auto& labels = state.data.now.question.first->labels;
        const auto row_of = [&](std::string_view name) {
            const auto begins = [name](const std::string& label) { return label.starts_with(name); };
            return std::int64_t(std::ranges::find_if(labels, begins) - labels.begin());
        };
        const Cell towns{row_of("Reykjav"), row_of("Tokyo")};
        ASSERT_LT(std::max(towns.row, towns.col), 234'908);
        gui.session().push(command::GoTo{towns.row, towns.col});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_exact(state) && state.view.marked; }));
        person.Yield(4);
        gui.keep_screen(person, "deep_kilometres_close");
        EXPECT_NEAR(state.view.marked->value, 8'797.6, 0.1) << "from Reykjavik to Tokyo";
        ASSERT_FALSE(state.view.marked->neighbours.empty());
        EXPECT_LT(state.view.marked->neighbours.front().distance, 10.0f) << "the suburbs are near";
    }));
}

} // namespace
} // namespace pairscope::app
