// SPDX-License-Identifier: MIT
// Looking at nearest neighbours: the list, the keys, pinned pairs, the graph, the charts, the radius.
#include "app/spine/state_queries.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <cmath>
#include <fstream>
#include <iterator>

namespace pairscope::app {
namespace {

using testing::HasSubstr;

class LookingAtNeighbours : public FolderTest {
protected:
    static std::string text_of(const std::filesystem::path& path) {
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// A window with these points, drawn by one CPU variant.
    static StartOptions quiet(StartOptions options) {
        options.variant = "distance_matrix/cpu_simd";
        options.device = "cpu";
        return options;
    }
    std::filesystem::path write(const std::string& name, const std::string& text) const {
        std::ofstream(folder() / name) << text;
        return folder() / name;
    }
};

ImVec2 place_of_point(const Gui& gui, ImGuiTestContext& person, std::int64_t row) {
    const ImRect box = person.ItemInfo("//Points/##scatter").RectFull;
    const Viewport viewport{.width = int(box.GetWidth()), .height = int(box.GetHeight())};
    const std::span<const float> places = places_now(gui.state()).first;
    const auto i = std::size_t(2 * row);
    const Pixel at = to_pixel(gui.state().view.scatter, {double(places[i]), double(places[i + 1])}, viewport);
    return {box.Min.x + float(at.x), box.Min.y + float(at.y)};
}

std::string line_of(std::int64_t row) { return "//Nearest/nearest/$$" + std::to_string(row) + "/##pair"; }

TEST_F(LookingAtNeighbours, a_click_on_a_point_lists_its_k_nearest_and_the_farthest) {
    Gui gui(quiet(with_points(Shape::two_moons, 60)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.MouseMoveToPos(place_of_point(gui, person, 20));
        person.MouseClick();
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.pinned);
        const std::int64_t row = gui.state().view.pinned->row; // two points may share a few pixels
        ASSERT_TRUE(gui.state().view.marked);
        EXPECT_EQ(gui.state().view.marked->neighbours.size(), 8u);
        ASSERT_TRUE(gui.state().view.marked->farthest);
        person.ItemInputValue("//Nearest/##k_entry", "3");
        person.Yield(3);
        EXPECT_EQ(gui.state().neighbours.k, 3);
        ASSERT_EQ(gui.state().view.marked->neighbours.size(), 3u);
        const neighbours::RowNeighbours exact =
            neighbours::neighbours_of_row(neighbour_question(gui.state().data.now.question, 3), row, true);
        EXPECT_EQ(gui.state().view.marked->neighbours, exact.nearest);
        EXPECT_EQ(gui.state().view.marked->farthest, exact.farthest);
        person.MouseMove(line_of(exact.nearest[1].row).c_str());
        person.Yield(3);
        EXPECT_EQ(gui.state().view.hovered, (Cell{row, exact.nearest[1].row})) << "the line lights up its pair";
        person.ItemClick(line_of(exact.nearest[1].row).c_str());
        EXPECT_EQ(gui.state().view.pinned, (Cell{row, exact.nearest[1].row}));
        person.ItemClick(("//Nearest/farthest/$$" + std::to_string(exact.farthest->row) + "/##pair").c_str());
        EXPECT_EQ(gui.state().view.pinned->col, exact.farthest->row);
        gui.keep_screen(person, "neighbours_list");
    }));
}

TEST_F(LookingAtNeighbours, arrow_keys_step_and_enter_pins_pairs_that_are_named_and_exported) {
    Gui gui(quiet(with_points(Shape::uniform_square, 40)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const std::string variant = gui.state().run.variant_id;
        person.MouseMoveToPos(place_of_point(gui, person, 11));
        person.MouseClick();
        person.MouseMove("//Data/##source"); // nothing is hovered
        person.Yield(3);
        const Cell first = *gui.state().view.pinned;
        person.KeyPress(ImGuiKey_DownArrow);
        person.Yield(2);
        EXPECT_EQ(gui.state().view.pinned->row, first.row + 1);
        EXPECT_EQ(gui.state().run.variant_id, variant) << "the ladder stays where it is";
        const std::int64_t nearest = gui.state().view.pinned->col;
        EXPECT_EQ(gui.state().view.marked->neighbours.front().row, nearest);
        person.KeyPress(ImGuiKey_RightArrow);
        person.Yield(2);
        EXPECT_EQ(gui.state().view.pinned->col, gui.state().view.marked->neighbours[1].row);
        person.KeyPress(ImGuiKey_Enter);
        person.KeyPress(ImGuiKey_RightArrow);
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(2);
        ASSERT_EQ(gui.state().data.now.pairs.size(), 2u);
        person.ItemClick("//Nearest/show_pairs");
        person.Yield(2);
        person.ItemInputValue("//Nearest/$$1/##name", "second guess");
        person.Yield(2);
        EXPECT_EQ(gui.state().data.now.pairs[1].name, "second guess");
        gui.keep_screen(person, "neighbours_pairs");
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(2);
        EXPECT_FALSE(gui.state().view.pinned);
        person.ItemClick("//Nearest/$$0/###go");
        EXPECT_EQ(gui.state().view.pinned, gui.state().data.now.pairs[0].cell);
        gui.session().push(command::SavePairs{folder() / "pairs.csv"});
        gui.session().push(command::SaveNeighbours{folder() / "all.json"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return std::filesystem::exists(folder() / "all.json"); }));
        person.ItemClick("//Nearest/$$0/x##unpin");
        person.Yield(2);
        EXPECT_EQ(gui.state().data.now.pairs.size(), 1u);
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(2);
        person.KeyPress(ImGuiKey_DownArrow);
        EXPECT_TRUE(Gui::wait_until(person, [&] { return gui.state().run.variant_id != variant; }))
            << "without a mark the arrow keys step through the ladder";
    }));
    EXPECT_THAT(text_of(folder() / "pairs.csv"), HasSubstr("second guess,"));
    EXPECT_THAT(text_of(folder() / "all.json"), HasSubstr("\"k\":8"));
}

TEST_F(LookingAtNeighbours, arrow_keys_step_while_the_mouse_rests_on_the_cell_that_was_clicked) {
    Gui gui(quiet(with_points(Shape::uniform_square, 40)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.MouseMove("//Matrix/##heatmap");
        person.MouseClick();
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.pinned);
        const Cell first = *gui.state().view.pinned;
        for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_RightArrow}) {
            person.KeyPress(key);
            person.Yield(3);
            EXPECT_EQ(gui.state().view.marked->cell, *gui.state().view.pinned) << ImGui::GetKeyName(key);
        }
        EXPECT_EQ(gui.state().view.marked->cell.row, first.row + 1);
        person.MouseMoveToPos(ImVec2(person.ItemInfo("//Matrix/##heatmap").RectFull.GetCenter().x + 30.0f,
                                     person.ItemInfo("//Matrix/##heatmap").RectFull.GetCenter().y));
        person.Yield(3);
        EXPECT_EQ(gui.state().view.marked->cell.row, first.row) << "a mouse that moves marks again";
    }));
}

TEST_F(LookingAtNeighbours, the_graph_is_drawn_over_the_points) {
    Gui gui(quiet(with_points(Shape::two_moons, 300)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Image before = gui.screen(person);
        person.KeyPress(ImGuiKey_G);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return found_neighbours(gui.state()) != nullptr; }));
        person.Yield(3);
        EXPECT_TRUE(gui.state().neighbours.graph);
        const Image after = gui.screen(person);
        const ImRect box = person.ItemInfo("//Points/##scatter").RectFull;
        int changed = 0;
        for (int y = int(box.Min.y); y < int(box.Max.y); ++y)
            for (int x = int(box.Min.x); x < int(box.Max.x); ++x) changed += before.at(x, y) != after.at(x, y) ? 1 : 0;
        EXPECT_GT(changed, 1000) << "hundreds of edges";
        gui.keep_screen(person, "neighbours_graph");
        person.ItemClick("//Nearest/graph##graph");
        EXPECT_FALSE(gui.state().neighbours.graph);
    }));
}

TEST_F(LookingAtNeighbours, the_row_chart_marks_the_column_under_the_mouse) {
    Gui gui(quiet(with_points(Shape::ring, 200)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.ItemClick("//Nearest/show_row");
        gui.session().push(command::PinCell{Cell{30, 90}});
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.marked);
        ASSERT_TRUE(gui.state().view.marked->profile);
        EXPECT_EQ(gui.state().view.marked->profile->sorted.size(), 199u) << "without the row's own point";
        gui.keep_screen(person, "neighbours_row");
        const ImRect panel = person.WindowInfo("//Nearest").Window->Rect();
        person.MouseMoveToPos({panel.GetCenter().x, panel.Max.y - 0.4f * panel.GetHeight()});
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.hovered);
        EXPECT_EQ(gui.state().view.hovered->row, 30);
        EXPECT_EQ(gui.state().view.hovered_in, HoverPlace::nearest);
        const Cell hovered = *gui.state().view.hovered;
        person.MouseClick();
        EXPECT_EQ(gui.state().view.pinned, hovered);
    }));
}

TEST_F(LookingAtNeighbours, a_radius_is_counted_and_outlined_in_the_matrix) {
    Gui gui(quiet(with_points(Shape::uniform_square, 100)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.ItemClick("//Nearest/show_histogram");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return found_neighbours(gui.state()) != nullptr; }));
        person.MouseMove("//Data/##source");
        const Image before = gui.screen(person);
        person.ItemInputValue("//Nearest/##radius_entry", "0.3");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return closer_pairs(gui.state()).has_value(); }));
        std::int64_t expected = 0;
        const auto points = coordinates(*gui.state().data.now.question.first);
        for (std::size_t i = 0; i < 100; ++i)
            for (std::size_t j = i + 1; j < 100; ++j) {
                const float dx = points[2 * i] - points[2 * j], dy = points[2 * i + 1] - points[2 * j + 1];
                expected += std::sqrt(dx * dx + dy * dy) < 0.3f ? 1 : 0;
            }
        EXPECT_EQ(closer_pairs(gui.state())->closer, expected);
        person.MouseMove("//Data/##source");
        const Image after = gui.screen(person);
        const ImRect box = person.ItemInfo("//Matrix/##heatmap").RectFull;
        int changed = 0;
        for (int y = int(box.Min.y); y < int(box.Max.y); ++y)
            for (int x = int(box.Min.x); x < int(box.Max.x); ++x) changed += before.at(x, y) != after.at(x, y) ? 1 : 0;
        EXPECT_GT(changed, 1000) << "the outline";
        gui.keep_screen(person, "neighbours_radius");
        person.ItemClick("//Nearest/x##no_radius");
        EXPECT_FALSE(gui.state().neighbours.radius);
    }));
}

TEST_F(LookingAtNeighbours, every_part_of_the_panel_fits_into_a_small_and_a_large_window) {
    struct Size {
        int width, height;
        Theme theme;
    };
    for (const Size& size :
         {Size{1280, 720, Theme::light}, Size{1600, 900, Theme::dark}, Size{2560, 1440, Theme::dark}}) {
        StartOptions options = quiet(StartOptions{});
        options.width = size.width;
        options.height = size.height;
        options.theme = size.theme;
        Gui gui(options);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            gui.session().push(command::PinCell{Cell{100, 200}});
            gui.session().push(command::PinPair{});
            gui.session().push(command::SetRadius{0.5});
            gui.session().push(command::ShowGraph{true});
            ASSERT_TRUE(Gui::wait_until(person, [&] { return closer_pairs(gui.state()).has_value(); }));
            const float right = person.WindowInfo("//Nearest").Window->Rect().Max.x;
            for (const char* view : {"list", "row", "histogram", "pairs"}) {
                person.ItemClick(("//Nearest/show_" + std::string(view)).c_str());
                person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
                person.Yield(4);
                EXPECT_LE(person.ItemInfo("//Nearest/show_pairs").RectFull.Max.x, right) << "in " << size.width;
                EXPECT_EQ(gui.state().view.marked->neighbours.size(), 8u);
                gui.keep_screen(person, "neighbours_" + std::string(view) + "_" + std::to_string(size.width));
            }
        }));
    }
}

TEST_F(LookingAtNeighbours, coincident_points_missing_rows_and_two_points_are_told) {
    StartOptions options;
    options.files = {write("hard.csv", "name,x,y\nA,0,0\nB,0,0\nC,0,0\nD,1,0\nE,,3\n")};
    options.order = Order::as_loaded;
    Gui gui(quiet(options));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        ASSERT_EQ(gui.state().data.now.question.first->rows, 5);
        gui.session().push(command::PinCell{Cell{1, 1}});
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.marked);
        const MarkedPair& marked = *gui.state().view.marked;
        ASSERT_EQ(marked.neighbours.size(), 3u);
        EXPECT_EQ(marked.neighbours[0].row, 0);
        EXPECT_EQ(marked.neighbours[1].row, 2);
        EXPECT_EQ(marked.left_out, 1);
        gui.keep_screen(person, "neighbours_notes");
        person.ItemClick("//Nearest/show_histogram");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return found_neighbours(gui.state()) != nullptr; }));
        person.Yield(3);
        gui.session().open({write("two.csv", "x,y\n0,0\n3,4\n")});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->rows == 2; }));
        gui.wait_for_picture(person);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return found_neighbours(gui.state()) != nullptr; }));
        EXPECT_EQ(found_neighbours(gui.state())->table.k, 1);
        EXPECT_EQ(found_neighbours(gui.state())->nearest, (std::vector<double>{5.0f, 5.0f}));
    }));
}

TEST_F(LookingAtNeighbours, the_usual_eight_are_in_sight_at_the_usual_size) {
    Gui gui(quiet(with_points(Shape::two_moons, 60)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::PinCell{Cell{20, 20}});
        person.Yield(4);
        gui.keep_screen(person, "eight_neighbours");
        ASSERT_TRUE(gui.state().view.marked);
        ASSERT_EQ(gui.state().view.marked->neighbours.size(), 8u);
        const ImGuiTestItemInfo last = person.ItemInfo(line_of(gui.state().view.marked->neighbours.back().row).c_str());
        EXPECT_LE(last.RectFull.Max.y, last.Window->InnerClipRect.Max.y);
    }));
}

} // namespace
} // namespace pairscope::app
