// SPDX-License-Identifier: MIT
// What clicks, boxes, Escape and the small menus do.
#include "app/spine/state_queries.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <functional>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Gestures : public WindowTest {};

StartOptions few_points(std::int64_t n) {
    StartOptions options = with_points(Shape::uniform_square, n);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_naive";
    return options;
}

/// Waits for the picture and stops all other work.
struct Area {
    ImRect box;
    [[nodiscard]] Viewport viewport() const { return {int(box.GetWidth()), int(box.GetHeight())}; }
    [[nodiscard]] ImVec2 on_screen(Pixel at) const { return {box.Min.x + float(at.x), box.Min.y + float(at.y)}; }
};
Area area_of(ImGuiTestContext& person, const char* item) { return {person.ItemInfo(item).RectFull}; }
Area points_area(ImGuiTestContext& person) { return area_of(person, "//Points/##scatter"); }
Area matrix_area(ImGuiTestContext& person) { return area_of(person, "//Matrix/##heatmap"); }

Pixel pixel_of_point(const State& state, const Area& area, std::int64_t row) {
    const auto points = coordinates(*state.data.now.question.first);
    const auto i = std::size_t(2 * row);
    return to_pixel(state.view.scatter, {double(points[i]), double(points[i + 1])}, area.viewport());
}

/// The middle of a cell, whatever part of the matrix is in sight.
ImVec2 place_of_cell(const State& state, const Area& area, Cell cell) {
    const HeatmapView view = state.view.fit ? fitted(state.output.shape, area.viewport()) : state.view.heatmap;
    return area.on_screen(pixel_at(view, {double(cell.row) + 0.5, double(cell.col) + 0.5}, area.viewport()));
}

void click(ImGuiTestContext& person, ImVec2 at) {
    person.MouseTeleportToPos(at);
    person.Yield(2);
    person.MouseClick(ImGuiMouseButton_Left);
    person.Yield(2);
}

void drag(ImGuiTestContext& person, ImVec2 from, ImVec2 to, ImGuiMouseButton button = ImGuiMouseButton_Left) {
    person.MouseTeleportToPos(from);
    person.Yield(2);
    person.MouseDown(button);
    for (const float part : {0.25f, 0.5f, 0.75f, 1.0f}) {
        person.MouseTeleportToPos({from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)});
        person.Yield();
    }
    person.MouseUp(button);
    person.Yield(2);
}

void with_shift(ImGuiTestContext& person, const std::function<void()>& act) {
    person.KeyDown(ImGuiMod_Shift);
    act();
    person.KeyUp(ImGuiMod_Shift);
    person.Yield(2);
}

TEST_F(Gestures, a_second_click_on_the_pinned_cell_lets_go_of_it) {
    Gui gui(few_points(40));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Area matrix = matrix_area(person);
        const Cell cell{10, 25}, other{11, 25};
        click(person, place_of_cell(gui.state(), matrix, cell));
        EXPECT_EQ(gui.state().view.pinned, cell);
        click(person, place_of_cell(gui.state(), matrix, other));
        EXPECT_EQ(gui.state().view.pinned, other) << "a click on another cell pins that one";
        click(person, place_of_cell(gui.state(), matrix, other));
        EXPECT_EQ(gui.state().view.pinned, std::nullopt);
        EXPECT_TRUE(gui.state().view.fit) << "two slow clicks are no double-click";
    }));
}

TEST_F(Gestures, a_drag_moves_the_matrix_and_pins_nothing) {
    Gui gui(few_points(40));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Area matrix = matrix_area(person);
        gui.session().push(command::SetView{zoomed_to({10, 10, 10, 10}, matrix.viewport(), {40, 40})});
        person.Yield(2);
        const HeatmapView before = gui.state().view.heatmap;
        const ImVec2 from = matrix.box.GetCenter();
        drag(person, from, {from.x + 60.0f, from.y + 30.0f});
        EXPECT_NEAR(gui.state().view.heatmap.center.col, before.center.col - 60.0 / before.pixels_per_cell, 1e-3);
        EXPECT_NEAR(gui.state().view.heatmap.center.row, before.center.row - 30.0 / before.pixels_per_cell, 1e-3);
        EXPECT_EQ(gui.state().view.pinned, std::nullopt);
    }));
}

TEST_F(Gestures, a_box_in_the_matrix_is_zoomed_into_and_f_shows_all_again) {
    Gui gui(few_points(80));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Area matrix = matrix_area(person);
        const auto box_is_shown = [&](Region region) {
            const HeatmapView wanted = zoomed_to(region, matrix.viewport(), {80, 80}), found = gui.state().view.heatmap;
            EXPECT_FALSE(gui.state().view.fit);
            EXPECT_NEAR(found.center.row, wanted.center.row, 1e-9);
            EXPECT_NEAR(found.center.col, wanted.center.col, 1e-9);
            EXPECT_NEAR(found.pixels_per_cell, wanted.pixels_per_cell, 1e-9);
            EXPECT_EQ(gui.state().view.pinned, std::nullopt);
        };
        const ImVec2 first = place_of_cell(gui.state(), matrix, {10, 20}),
                     last = place_of_cell(gui.state(), matrix, {29, 49});
        with_shift(person, [&] { drag(person, first, last); });
        box_is_shown({10, 20, 20, 30});
        person.KeyPress(ImGuiKey_F);
        person.Yield(2);
        EXPECT_TRUE(gui.state().view.fit);
        drag(person, last, first, ImGuiMouseButton_Right); // from any corner
        box_is_shown({10, 20, 20, 30});
    }));
}

TEST_F(Gestures, a_click_selects_a_point_and_shift_adds_or_takes_out) {
    Gui gui(few_points(12));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Area points = points_area(person);
        const auto on_point = [&](std::int64_t row) {
            click(person, points.on_screen(pixel_of_point(gui.state(), points, row)));
        };
        on_point(5);
        EXPECT_THAT(gui.state().data.selected, ElementsAre(5));
        EXPECT_EQ(gui.state().view.pinned, (Cell{5, 5}));
        with_shift(person, [&] { on_point(2); });
        EXPECT_THAT(gui.state().data.selected, ElementsAre(2, 5));
        EXPECT_EQ(gui.state().view.pinned, (Cell{2, 5})) << "the pair of both points is marked";
        with_shift(person, [&] { on_point(5); });
        EXPECT_THAT(gui.state().data.selected, ElementsAre(2));
        on_point(7);
        EXPECT_THAT(gui.state().data.selected, ElementsAre(7)) << "without Shift the others are let go";
    }));
}

/// A place without a point, near a corner of the area.
Pixel empty_ground(const State& state, const Area& area, bool at_the_end) {
    for (int step = 3; step < area.viewport().width / 2; ++step) {
        const Pixel at = at_the_end ? Pixel{double(area.viewport().width - step), double(area.viewport().height - step)}
                                    : Pixel{double(step), double(step)};
        const auto points = coordinates(*state.data.now.question.first);
        if (!nearest_point(points, {state.view.scatter, area.viewport()}, at, 14.0)) return at;
    }
    ADD_FAILURE() << "there is no empty ground";
    return {};
}

std::vector<std::int64_t> rows_between(const State& state, const Area& area, Pixel low, Pixel high) {
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < state.data.now.question.first->rows; ++row) {
        const Pixel at = pixel_of_point(state, area, row);
        if (at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y) rows.push_back(row);
    }
    return rows;
}

TEST_F(Gestures, a_box_on_the_ground_selects_shift_adds_another_and_a_click_lets_go) {
    Gui gui(few_points(24));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Area points = points_area(person);
        const Pixel low = empty_ground(gui.state(), points, false), high = empty_ground(gui.state(), points, true);
        const Pixel middle{points.viewport().width / 2.0, points.viewport().height / 2.0};
        const auto first = rows_between(gui.state(), points, low, middle);
        const auto second = rows_between(gui.state(), points, middle, high);
        ASSERT_THAT(first, testing::Not(IsEmpty()));
        ASSERT_THAT(second, testing::Not(IsEmpty()));
        drag(person, points.on_screen(low), points.on_screen(middle));
        EXPECT_EQ(gui.state().data.selected, first);
        with_shift(person, [&] { drag(person, points.on_screen(high), points.on_screen(middle)); });
        std::vector<std::int64_t> both;
        std::ranges::set_union(first, second, std::back_inserter(both));
        EXPECT_EQ(gui.state().data.selected, both);
        drag(person, points.on_screen(low), points.on_screen(middle));
        EXPECT_EQ(gui.state().data.selected, first) << "a box without Shift begins anew";
        gui.session().push(command::PinCell{Cell{1, 2}});
        click(person, points.on_screen(low));
        EXPECT_THAT(gui.state().data.selected, IsEmpty());
        EXPECT_EQ(gui.state().view.pinned, std::nullopt);
        EXPECT_FALSE(gui.state().data.now.edited) << "selecting moves nothing";
    }));
}

TEST_F(Gestures, the_points_are_zoomed_by_the_wheel_moved_by_the_right_button_and_fitted_by_its_double_click) {
    Gui gui(few_points(24));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const Area points = points_area(person);
        const ScatterView fitting = gui.state().view.scatter;
        const ImVec2 center = points.box.GetCenter();
        person.MouseTeleportToPos(center);
        person.Yield(2);
        person.MouseWheelY(2.0f);
        person.Yield(2);
        const ScatterView zoomed_in = gui.state().view.scatter;
        EXPECT_FALSE(zoomed_in.fit);
        EXPECT_LT(zoomed_in.units_per_pixel, fitting.units_per_pixel);
        drag(person, center, {center.x + 40.0f, center.y}, ImGuiMouseButton_Right);
        const ScatterView moved = gui.state().view.scatter;
        EXPECT_NEAR(moved.center_x, zoomed_in.center_x - 40.0 * zoomed_in.units_per_pixel,
                    3.0 * zoomed_in.units_per_pixel)
            << "the first pixels tell a drag from a click";
        person.MouseDoubleClick(ImGuiMouseButton_Right);
        person.Yield(3);
        EXPECT_EQ(gui.state().view.scatter, fitting);
    }));
}

TEST_F(Gestures, escape_lets_go_of_one_thing_at_a_time) {
    Gui gui(few_points(300));
    const State& state = gui.state();
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        const auto escape = [&] {
            person.KeyPress(ImGuiKey_Escape);
            person.Yield(3);
        };
        const auto popup_is_open = [] {
            return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
        };
        gui.wait_for_picture(person);
        gui.session().push(command::SelectRows{{3, 4}});
        gui.session().push(command::PinCell{Cell{3, 4}});
        // The selected variant and its roofs are measured in any case; what Escape cancels is the rest.
        ASSERT_TRUE(
            Gui::wait_until(person, [&] { return measurement_for(state, *selected_variant(state)) != nullptr; }));
        person.KeyPress(ImGuiKey_F11);
        gui.session().push(command::ShowDialog{Dialog::palette});
        person.Yield(3);
        ASSERT_TRUE(state.look.presentation);
        ASSERT_EQ(state.look.dialog, Dialog::palette);
        ASSERT_TRUE(state.run.measure_all);

        escape();
        EXPECT_EQ(state.look.dialog, Dialog::none) << "first the dialog is closed";
        EXPECT_TRUE(state.run.measure_all);
        ASSERT_TRUE(Gui::wait_until(
            person, [&] { return state.run.activity.has_value(); })); // it may be between two measurements
        escape();
        EXPECT_FALSE(state.run.measure_all) << "then the work is cancelled";
        EXPECT_TRUE(state.look.presentation);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.session().at_rest(); }));
        escape();
        EXPECT_FALSE(state.look.presentation) << "then the presentation ends";
        EXPECT_TRUE(state.view.pinned);
        person.ItemClick("//Matrix/##colormap");
        person.Yield(2);
        ASSERT_TRUE(popup_is_open());
        escape();
        EXPECT_FALSE(popup_is_open()) << "an open menu goes first";
        EXPECT_TRUE(state.view.pinned);
        escape();
        EXPECT_FALSE(state.view.pinned) << "then the pair is no longer kept";
        EXPECT_THAT(state.data.selected, ElementsAre(3, 4));
        escape();
        EXPECT_THAT(state.data.selected, IsEmpty()) << "and at last nothing is selected";
    }));
}

TEST_F(Gestures, the_aggregate_menu_chooses_what_entries_that_share_a_pixel_show) {
    Gui gui(few_points(2500));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        ASSERT_LT(matrix_area(person).viewport().width, 2500 / 2) << "several entries share a pixel";
        ASSERT_EQ(gui.state().view.colours.colormap, "viridis");
        person.SetRef("//Matrix");
        const auto choose = [&](const char* name) {
            person.ComboClick((std::string("##aggregate/") + name).c_str());
            person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
            person.Yield(3);
            return gui.lightness_of_matrix(person);
        };
        const double minimum = choose("minimum");
        EXPECT_EQ(gui.state().view.colours.aggregate, Aggregate::minimum);
        const double maximum = choose("maximum");
        EXPECT_EQ(gui.state().view.colours.aggregate, Aggregate::maximum);
        const double mean = choose("mean");
        EXPECT_EQ(gui.state().view.colours.aggregate, Aggregate::mean);
        EXPECT_LT(minimum, mean - 5.0);
        EXPECT_GT(maximum, mean + 5.0);
    }));
}

} // namespace
} // namespace pairscope::app
