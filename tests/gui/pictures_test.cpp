// SPDX-License-Identifier: MIT
// Vectors that are pictures: the farthest pair, and small pictures where a vector is hovered in the heatmap, in the
// scatter and in lists. The pixels of the screen are compared with those of the vector.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/points/grey_picture.h"
#include "app/subjects/points/points.h"
#include "app/subjects/points/points_words.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <cmath>

namespace pairscope::app {
namespace {

class Pictures : public WindowTest {};

StartOptions asking(const char* workload, const char* variant, VectorSource source) {
    StartOptions options;
    options.workload = workload;
    options.variant = variant;
    options.device = "cpu";
    options.vectors = std::move(source);
    return options;
}

StartOptions digits(const char* workload, const char* variant) {
    return asking(workload, variant, {.a = digits_dataset(), .b = {}, .n = {}, .m = {}});
}

/// Are the middles of its pixels on the screen as the picture has them, if its corner lies there?
bool lies_at(const Image& screen, ImVec2 corner, float pixel, const GreyPicture& picture) {
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const int column = int(corner.x + (float(x) + 0.5f) * pixel),
                      line = int(corner.y + (float(y) + 0.5f) * pixel);
            if (column < 0 || column >= screen.width || line < 0 || line >= screen.height) return false;
            const Rgba seen = screen.pixels[std::size_t(line) * std::size_t(screen.width) + std::size_t(column)];
            if (std::abs(float(seen.r) / 255.0f - picture.at(x, y)) > 0.02f || seen.r != seen.g || seen.g != seen.b)
                return false;
        }
    return true;
}

/// Is a vector of the question drawn as a picture of this side anywhere in the box?
bool shows(const Image& screen, const ImRect& box, const State& state, PlacedVector vector, float side) {
    const Question& now = state.data.now.question;
    const auto picture = picture_of(vector.set == 0 ? *now.first : now.across(), vector.row, white_of(now));
    if (!picture) return false;
    const float pixel = side / float(std::max(picture->width, picture->height));
    for (float y = std::floor(box.Min.y); y + side <= box.Max.y + 1.0f; y += 1.0f)
        for (float x = std::floor(box.Min.x); x + side <= box.Max.x + 1.0f; x += 1.0f)
            if (lies_at(screen, {x, y}, pixel, *picture)) return true;
    return false;
}

/// The tooltip on the screen; empty: there is none.
ImRect tooltip() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->WasActive && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) return window->Rect();
    return {};
}

constexpr float in_tooltip = 96.0f, in_scatter = 56.0f; // [px]: sides of small pictures

ImVec2 place_in_scatter(const Gui& gui, ImGuiTestContext& person, PlacedVector vector) {
    const ImRect box = person.ItemInfo("//Points/##scatter").RectFull;
    const SetPlaces places = places_now(gui.state());
    const auto set = vector.set == 0 ? places.first : places.second;
    const auto i = std::size_t(2 * vector.row);
    const Pixel at = to_pixel(gui.state().view.scatter, {double(set[i]), double(set[i + 1])},
                              {.width = int(box.GetWidth()), .height = int(box.GetHeight())});
    return {box.Min.x + float(at.x), box.Min.y + float(at.y)};
}

TEST_F(Pictures, of_the_farthest_pair_stand_side_by_side_and_in_the_scatter) {
    Gui gui(asking("farthest_pair", "farthest_pair/cpu_parallel", {.a = {}, .b = {}, .n = 400, .m = {}, .dims = 64}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.Yield(3);
        gui.keep_screen(person, "farthest_pair");
        const auto found = shown_pair(gui.state());
        ASSERT_TRUE(found) << "nothing is hovered: it is the output";
        const ImRect first = person.ItemInfo("//Output/##first").RectFull;
        const ImRect second = person.ItemInfo("//Output/##second").RectFull;
        EXPECT_TRUE(person.ItemExists("//Output/##difference"));
        EXPECT_FLOAT_EQ(first.Min.y, second.Min.y);
        const Image screen = gui.screen(person);
        EXPECT_TRUE(shows(screen, first, gui.state(), {0, found->row}, first.GetWidth()));
        EXPECT_TRUE(shows(screen, second, gui.state(), {0, found->col}, second.GetWidth()));
        const ImRect scatter = person.ItemInfo("//Points/##scatter").RectFull;
        EXPECT_TRUE(shows(screen, scatter, gui.state(), {0, found->row}, in_scatter));
        EXPECT_TRUE(shows(screen, scatter, gui.state(), {0, found->col}, in_scatter));
    }));
}

TEST_F(Pictures, appear_beside_a_vector_of_bytes_that_is_hovered_in_its_principal_components) {
    Gui gui(asking("farthest_pair", "farthest_pair/cpu_parallel", {.a = {}, .b = {}, .n = 40, .m = {}, .dims = 64}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        EXPECT_EQ(axes_kind(gui.state()), AxesKind::principal);
        person.MouseMoveToPos(place_in_scatter(gui, person, {0, 7}));
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.hovered);
        const std::int64_t row = gui.state().view.hovered->row;
        const ImRect scatter = person.ItemInfo("//Points/##scatter").RectFull;
        EXPECT_TRUE(shows(gui.screen(person), scatter, gui.state(), {0, row}, in_scatter));
        gui.keep_screen(person, "farthest_pair_hovered");
        person.MouseClick();
        person.Yield(2);
        ASSERT_TRUE(gui.state().view.pinned);
        EXPECT_EQ(gui.state().view.pinned->row, row) << "a click keeps the vector marked";
    }));
}

TEST_F(Pictures, of_digits_appear_over_the_heatmap_and_in_the_list_of_the_nearest) {
    Gui gui(digits("cross_distance", "cross_distance/cpu_simd_tile"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.MouseMove("//Matrix/##heatmap");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().view.hovered && gui.state().view.marked; }));
        person.Yield(4);
        const Cell cell = *gui.state().view.hovered;
        const Image screen = gui.screen(person);
        EXPECT_TRUE(shows(screen, tooltip(), gui.state(), {0, cell.row}, in_tooltip));
        EXPECT_TRUE(shows(screen, tooltip(), gui.state(), {1, cell.col}, in_tooltip));
        const ImRect scatter = person.ItemInfo("//Points/##scatter").RectFull;
        const bool has_room = scatter.GetHeight() >= 4.0f * in_scatter;
        EXPECT_EQ(shows(screen, scatter, gui.state(), {0, cell.row}, in_scatter), has_room)
            << "the scatter shows it, too";
        gui.keep_screen(person, "digits_heatmap");
        person.MouseClick();
        person.MouseMove("//Nearest/**/##pair");
        ASSERT_TRUE(Gui::wait_until(person, [] { return tooltip().GetWidth() > 0.0f; }));
        person.Yield(2);
        ASSERT_TRUE(gui.state().view.hovered);
        const Image with_list = gui.screen(person);
        EXPECT_TRUE(shows(with_list, tooltip(), gui.state(), {1, gui.state().view.hovered->col}, in_tooltip));
        gui.keep_screen(person, "digits_nearest");
    }));
}

TEST_F(Pictures, of_digits_appear_in_the_table_of_matches_and_beside_their_lines) {
    Gui gui(digits("best_match", "best_match/cpu_parallel"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().matches.counts.all == 899; }));
        gui.wait_for_picture_alone(person);
        EXPECT_TRUE(person.ItemExists("//Matches/##lines")) << "lines between two scatters of principal components";
        person.SetRef("//Matches");
        person.MouseMove("**/##match");
        ASSERT_TRUE(Gui::wait_until(person, [] { return tooltip().GetWidth() > 0.0f; }));
        person.Yield(2);
        ASSERT_TRUE(gui.state().view.hovered);
        const Cell cell = *gui.state().view.hovered;
        EXPECT_EQ(cell, cell_of_match(*match_of_row(gui.state().matches, cell.row)));
        const Image screen = gui.screen(person);
        EXPECT_TRUE(shows(screen, tooltip(), gui.state(), {0, cell.row}, in_tooltip));
        EXPECT_TRUE(shows(screen, tooltip(), gui.state(), {1, cell.col}, in_tooltip));
        gui.keep_screen(person, "digits_matches");
        person.MouseMoveToPos(place_in_scatter(gui, person, {0, 10}));
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.hovered);
        EXPECT_EQ(*gui.state().view.hovered,
                  cell_of_match(*match_of_row(gui.state().matches, gui.state().view.hovered->row)))
            << "a vector of the scatter stands with its match";
        gui.keep_screen(person, "digits_matches_scatter");
    }));
}

} // namespace
} // namespace pairscope::app
