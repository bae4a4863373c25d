// SPDX-License-Identifier: MIT
// What a person sees and does in a matrix that is not stored: orders, names along the edges, colours of what is in
// sight, marks of the output, vectors that are no numbers, and steps back.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <fstream>
#include <random>

namespace pairscope::app {
namespace {

class DeepLook : public FolderTest {
protected:
    /// Points in the unit square, some of which are no numbers, with names.
    std::filesystem::path write_points(int count, const std::vector<int>& without_numbers) const {
        std::ofstream file(folder() / "points.csv");
        std::mt19937 random(5);
        file << "name,x,y\n";
        for (int i = 0; i < count; ++i)
            if (std::ranges::find(without_numbers, i) != without_numbers.end())
                file << "gap " << i << ",nan,0.5\n";
            else
                file << fmt::format("town {},{:.5f},{:.5f}\n", i, double(random() % 100'000) / 1e5,
                                    double(random() % 100'000) / 1e5);
        return folder() / "points.csv";
    }
    StartOptions of_file(int count, const std::vector<int>& without_numbers) const {
        StartOptions options;
        options.files = {write_points(count, without_numbers)};
        options.n = count;
        options.order = Order::as_loaded;
        options.device = "cpu";
        return options;
    }
    static StartOptions many_points(std::int64_t n) {
        StartOptions options = with_points(Shape::clusters, n);
        options.device = "cpu";
        return options;
    }
};

ImRect picture_of(ImGuiTestContext& person) { return person.ItemInfo("//Matrix/##heatmap").RectFull; }
Viewport size_of_picture(ImGuiTestContext& person) {
    const ImRect box = picture_of(person);
    return {int(box.GetWidth()), int(box.GetHeight())};
}
/// The middle of a place of the picture.
ImVec2 middle_of_place(const State& state, ImGuiTestContext& person, Cell place) {
    const ImRect box = picture_of(person);
    const Viewport size = size_of_picture(person);
    const Pixel at = pixel_at(view_in(state, size), {double(place.row) + 0.5, double(place.col) + 0.5}, size);
    return {box.Min.x + float(at.x), box.Min.y + float(at.y)};
}
bool has_exact_tiles(const State& state) {
    return is_deep(state) && state.deep.sight && state.deep.revision == state.data.revision &&
           state.deep.order == order_now(state) && tile_progress(state).is_complete();
}
float distance_of_points(const State& state, Cell cell) {
    const auto points = coordinates(*state.data.now.question.first);
    const auto along = [&](int axis) {
        return points[std::size_t(2 * cell.row + axis)] - points[std::size_t(2 * cell.col + axis)];
    };
    return std::hypot(along(0), along(1));
}
void press_undo(ImGuiTestContext& person) {
    person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    person.Yield(2);
}

TEST_F(DeepLook, an_order_is_chosen_above_the_picture_and_hovering_names_the_vectors_that_are_seen) {
    Gui gui(many_points(40'000));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.ItemClick("//Matrix/###order");
        person.ItemClick("//$FOCUSED/along a Hilbert curve");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shown_order(state) != nullptr && has_exact_tiles(state); }));
        person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
        person.Yield(4);
        gui.keep_screen(person, "deep_order_hilbert");
        gui.session().push(command::SetView{{{20'000.0, 20'010.0}, 24.0}});
        person.Yield(2);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.MouseTeleportToPos(middle_of_place(state, person, {20'003, 20'007}));
        person.Yield(4);
        ASSERT_TRUE(state.view.marked);
        EXPECT_EQ(state.view.marked->cell, cell_there(shown_order(state), {20'003, 20'007}));
        EXPECT_NEAR(state.view.marked->value, distance_of_points(state, state.view.marked->cell), 1e-5);
        EXPECT_EQ(deep_entries(state, {20'003, 20'007, 1, 1}).front(), state.view.marked->value);
    }));
}

TEST_F(DeepLook, names_stand_along_the_edges_and_a_click_on_one_selects_its_row) {
    Gui gui(of_file(40'000, {}));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        EXPECT_FALSE(person.ItemExists("//Matrix/##row labels")) << "no entry has room for a name";
        gui.session().push(command::SetView{{{1'000.0, 2'000.0}, 24.0}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.Yield(3);
        gui.keep_screen(person, "deep_labels");
        const ImRect rows = person.ItemInfo("//Matrix/##row labels").RectFull;
        EXPECT_TRUE(person.ItemExists("//Matrix/##column labels"));
        const ImVec2 at{rows.GetCenter().x, middle_of_place(state, person, {1'003, 2'000}).y};
        const std::size_t steps = state.data.undo.size();
        person.MouseTeleportToPos(at);
        person.Yield(2);
        EXPECT_EQ(state.view.hovered, (Cell{1'003, 1'003}));
        person.MouseClick();
        person.Yield(2);
        EXPECT_EQ(state.data.selected, (std::vector<std::int64_t>{1'003}));
        EXPECT_EQ(state.view.pinned, (Cell{1'003, 1'003}));
        EXPECT_EQ(state.data.undo.size(), steps + 1) << "a click is one step";
        person.Yield(4);
        ASSERT_TRUE(state.view.marked);
        EXPECT_EQ(std::ssize(state.view.marked->neighbours), state.neighbours.k) << "its neighbours are marked";
        gui.keep_screen(person, "deep_labels_clicked");
    }));
}

TEST_F(DeepLook, colours_follow_what_is_in_sight) {
    Gui gui(many_points(40'000));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.SetRef("//Matrix");
        person.ComboClick("##range/in sight");
        EXPECT_EQ(state.view.colours.range, RangeMode::in_sight);
        gui.session().push(command::SetView{{{9'000.0, 20'000.0}, 30.0}});
        person.Yield(2);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.Yield(6);
        const Viewport size = size_of_picture(person);
        const auto values = deep_entries(state, visible_region(view_in(state, size), size, shown_shape(state)));
        const auto [least, most] = std::ranges::minmax(values);
        EXPECT_FLOAT_EQ(shown_range(state).low, least);
        EXPECT_FLOAT_EQ(shown_range(state).high, most);
        EXPECT_LT(most - least, state.deep.summary.max - state.deep.summary.min);
        gui.keep_screen(person, "deep_range_in_sight");
    }));
}

TEST_F(DeepLook, rows_that_are_no_numbers_are_shown_counted_and_left_out_of_the_neighbours) {
    Gui gui(of_file(40'000, {123, 39'999}));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        gui.session().push(command::GoTo{123, 130});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state) && state.view.marked; }));
        EXPECT_TRUE(std::isnan(state.view.marked->value));
        EXPECT_FALSE(state.view.marked->finite);
        person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
        person.Yield(4);
        const ImVec2 at = middle_of_place(state, person, {123, 135});
        const Rgba pixel = gui.screen(person).at(std::int64_t(at.x) + 6, std::int64_t(at.y) + 6);
        EXPECT_GT(pixel.r, 200) << "pink";
        EXPECT_LT(pixel.g, 60);
        gui.keep_screen(person, "deep_nan");
        gui.session().push(command::GoTo{122, 130});
        person.Yield(6);
        ASSERT_TRUE(state.view.marked);
        EXPECT_EQ(state.view.marked->left_out, 2);
        EXPECT_EQ(state.view.marked->others, 39'997);
        for (const Neighbour& neighbour : state.view.marked->neighbours) EXPECT_NE(neighbour.row, 123);
        EXPECT_TRUE(std::isfinite(state.deep.summary.max));
    }));
}

TEST_F(DeepLook, the_farthest_pair_is_marked_at_every_zoom) {
    StartOptions options;
    options.workload = "farthest_pair";
    options.vectors = VectorSource{.a = digits_dataset(), .b = {}, .n = {}, .m = {}};
    options.device = "cpu";
    Gui gui(options);
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return output_is_current(state) && !state.data.loading; }));
        gui.session().push(command::FocusPanel{"Matrix"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        const auto found = std::get<FoundPair>(state.output.values);
        const Cell place{found.first, found.second};
        for (double zoom = 0.0; zoom < 100.0; zoom = zoom == 0.0 ? 0.5 : 3.0 * zoom) {
            if (zoom > 0.0)
                gui.session().push(command::SetView{{{double(place.row) + 0.5, double(place.col) + 0.5}, zoom}});
            person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
            person.Yield(4);
            const double cell = view_in(state, size_of_picture(person)).pixels_per_cell;
            ImVec2 at = middle_of_place(state, person, place);
            const bool has_frame = cell > 14.0; // then the frame of the entry is the mark, not a ring with a dot
            if (has_frame) at.x -= float(cell) / 2.0f;
            const Image screen = gui.screen(person);
            bool is_marked = false;
            for (int dx = -2; dx <= 2; ++dx) {
                const Rgba pixel = screen.at(std::int64_t(at.x) + dx, std::int64_t(at.y));
                is_marked =
                    is_marked || (has_frame ? pixel.b > 200 && pixel.b > pixel.r + 60 : pixel.r > 240 && pixel.g > 240);
            }
            EXPECT_TRUE(is_marked) << cell << " pixels per entry";
        }
        gui.keep_screen(person, "deep_farthest_pair_frame");
    }));
}

TEST_F(DeepLook, is_as_finished_in_the_light_theme) {
    StartOptions options = of_file(40'000, {});
    options.theme = Theme::light;
    Gui gui(options);
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.Yield(3);
        gui.keep_screen(person, "deep_light_whole");
        const ImRect box = picture_of(person);
        const Rgba beside = gui.screen(person).at(std::int64_t(box.Min.x) - 4, std::int64_t(box.GetCenter().y));
        EXPECT_GT(beside.r, 230) << "the ground beside the matrix is light";
        gui.session().push(command::GoTo{30'000, 2'000});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.Yield(3);
        gui.keep_screen(person, "deep_light_close");
        const ImRect strip = person.ItemInfo("//Matrix/##row labels").RectFull;
        const Rgba ground = gui.screen(person).at(std::int64_t(strip.Min.x) + 1, std::int64_t(strip.GetCenter().y));
        EXPECT_GT(ground.r, 200) << "so is the ground of the names";
    }));
}

TEST_F(DeepLook, one_step_back_undoes_a_burst_of_wheel_turns_and_one_a_drag) {
    Gui gui(many_points(40'000));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(state); }));
        person.MouseTeleportToPos(picture_of(person).GetCenter());
        person.Yield(2);
        for (int i = 0; i < 8; ++i) {
            person.MouseWheelY(1.0f);
            person.Yield();
        }
        const HeatmapView zoomed = state.view.heatmap;
        ASSERT_FALSE(state.view.fit);
        person.MouseDown();
        for (int i = 1; i <= 6; ++i) {
            const ImVec2 middle = picture_of(person).GetCenter();
            person.MouseTeleportToPos({middle.x + 12.0f * float(i), middle.y});
            person.Yield();
        }
        person.MouseUp();
        person.Yield(2);
        EXPECT_NE(state.view.heatmap, zoomed);
        press_undo(person);
        EXPECT_EQ(state.view.heatmap, zoomed) << "the drag was one step";
        press_undo(person);
        EXPECT_TRUE(state.view.fit) << "the turns of the wheel were one step";
    }));
}

TEST_F(DeepLook, differences_say_why_there_are_none_and_what_to_do) {
    Gui gui(many_points(40'000));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return has_exact_tiles(gui.state()); }));
        gui.session().push(command::FocusPanel{"Differences"});
        person.Yield(3);
        EXPECT_FALSE(person.ItemExists("//Differences/##content")) << "nothing can be chosen";
        gui.keep_screen(person, "deep_differences");
        person.KeyPress(ImGuiKey_E);
        person.Yield(2);
        EXPECT_EQ(gui.state().view.content, MatrixContent::values) << "the key E is refused, too";
    }));
}

} // namespace
} // namespace pairscope::app
