// SPDX-License-Identifier: MIT
// The panel Points with two sets of vectors of many coordinates.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/points/points.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

class Vectors : public WindowTest {};

StartOptions two_sets(VectorSource source) {
    StartOptions options;
    options.workload = "cross_distance";
    options.variant = "cross_distance/cpu_naive";
    options.device = "cpu";
    options.vectors = std::move(source);
    return options;
}

/// Waits for the picture and stops all other work.
/// Clicks a line of the open menu; of equal lines the leftmost.
void click_line(ImGuiTestContext& person, const std::string& name) {
    person.Yield(2);
    ImGuiTestItemList items;
    person.GatherItems(&items, "//$FOCUSED");
    const ImGuiTestItemInfo* found = nullptr;
    for (int i = 0; i < items.GetSize(); ++i) {
        const ImGuiTestItemInfo* item = items.GetByIndex(i);
        if (name == item->DebugLabel && (found == nullptr || item->RectFull.Min.x < found->RectFull.Min.x))
            found = item;
    }
    ASSERT_NE(found, nullptr) << name;
    person.ItemClick(found->ID);
}

/// Where a vector is drawn on the screen.
ImVec2 place_of(const Gui& gui, ImGuiTestContext& person, std::span<const float> places, std::int64_t row) {
    const ImRect box = person.ItemInfo("//Points/##scatter").RectFull;
    const Viewport viewport{.width = int(box.GetWidth()), .height = int(box.GetHeight())};
    const auto i = std::size_t(2 * row);
    const Pixel at = to_pixel(gui.state().view.scatter, {double(places[i]), double(places[i + 1])}, viewport);
    return {box.Min.x + float(at.x), box.Min.y + float(at.y)};
}

/// The vector of the first set that lies farthest from all others, so that the mouse meets it alone.
std::int64_t lonely_row(const SetPlaces& places) {
    const auto nearest = [&](std::size_t i) {
        float least = std::numeric_limits<float>::infinity();
        for (const std::span<const float> set : {places.first, places.second})
            for (std::size_t j = 0; j + 1 < set.size(); j += 2)
                if (set.data() != places.first.data() || j != i)
                    least = std::min(least, std::hypot(set[j] - places.first[i], set[j + 1] - places.first[i + 1]));
        return least;
    };
    std::size_t found = 0;
    for (std::size_t i = 0; i + 1 < places.first.size(); i += 2)
        if (nearest(i) > nearest(found)) found = i;
    return std::int64_t(found / 2);
}

TEST_F(Vectors, hovering_marks_a_row_by_the_first_set_and_a_column_by_the_second) {
    Gui gui(two_sets({.a = {}, .b = {}, .n = 6, .m = 4}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const SetPlaces places = places_now(gui.state());
        ASSERT_EQ(places.first.size(), 12u);
        ASSERT_EQ(places.second.size(), 8u);
        person.MouseMoveToPos(place_of(gui, person, places.first, 5)); // an odd vector has no copy in the second set
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().view.hovered && gui.state().view.marked; }));
        person.Yield(3);
        EXPECT_EQ(gui.state().view.hovered->row, 5);
        EXPECT_EQ(gui.state().view.hovered->col, gui.state().view.marked->neighbours.front().row);
        person.MouseMoveToPos(place_of(gui, person, places.second, 3));
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.hovered);
        EXPECT_EQ(gui.state().view.hovered->col, 3);
        person.MouseClick();
        EXPECT_EQ(gui.state().view.pinned->col, 3);
        EXPECT_TRUE(gui.state().data.selected.empty()) << "vectors of a file or an example are not edited";
        gui.keep_screen(person, "two_sets");
        person.MouseDragWithDelta({20.0f, 10.0f});
        EXPECT_FALSE(gui.state().view.scatter.fit) << "a drag moves the view";
        EXPECT_FALSE(gui.state().data.now.edited);
    }));
}

TEST_F(Vectors, digits_are_opened_from_the_data_panel_and_drawn_by_chosen_coordinates) {
    Gui gui(two_sets({}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.SetRef("//Data");
        person.ItemClick("##source");
        gui.keep_screen(person, "sources");
        click_line(person, digits_dataset().filename().string());
        ASSERT_TRUE(Gui::wait_until(person, [&] { return current_workload(gui.state()).dims == digits_dims; }));
        gui.wait_for_picture_alone(person);
        EXPECT_EQ(gui.state().data.now.question.second->labels.size(), 898u);
        EXPECT_EQ(axes_kind(gui.state()), AxesKind::principal);
        const SetPlaces places = places_now(gui.state());
        const std::int64_t row = lonely_row(places);
        person.MouseMoveToPos(place_of(gui, person, places.first, row));
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().view.hovered && gui.state().view.marked; }));
        person.Yield(3);
        EXPECT_EQ(gui.state().view.hovered->row, row);
        EXPECT_EQ(gui.state().view.hovered->col, gui.state().view.marked->neighbours.front().row);
        gui.keep_screen(person, "digits");
        person.SetRef("//Points");
        person.ItemClick("##axes");
        click_line(person, "pixel y1 x4");
        EXPECT_EQ(gui.state().view.point_axes, (PointAxes{.principal = false, .x = 3, .y = 1}));
        gui.keep_screen(person, "digits_axes");
        person.ItemClick("//$FOCUSED/principal components");
        EXPECT_TRUE(gui.state().view.point_axes.principal);
    }));
}

} // namespace
} // namespace pairscope::app
