// SPDX-License-Identifier: MIT
#include "app/subjects/points/scatter_view.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Viewport window{200, 100};

TEST(ScatterView, fitting_shows_every_point_with_the_margin) {
    const std::vector<float> points{-10, 2, 30, 5, 0, 12};
    const ScatterView view = fitted(*extent_of(points), window, 8.0);
    for (std::size_t i = 0; i < points.size(); i += 2) {
        const Pixel at = to_pixel(view, {points[i], points[i + 1]}, window);
        EXPECT_GE(at.x, 8.0 - 1e-9);
        EXPECT_LE(at.x, 192.0 + 1e-9);
        EXPECT_GE(at.y, 8.0 - 1e-9);
        EXPECT_LE(at.y, 92.0 + 1e-9);
    }
    EXPECT_TRUE(view.fit);
}

TEST(ScatterView, both_axes_have_the_same_scale_and_y_runs_up) {
    const ScatterView view = fitted({.min_x = 0, .max_x = 10, .min_y = 0, .max_y = 10}, window, 0.0);
    const Pixel low = to_pixel(view, {0, 0}, window), high = to_pixel(view, {10, 10}, window);
    EXPECT_NEAR(high.x - low.x, low.y - high.y, 1e-9);
    EXPECT_LT(high.y, low.y);
}

TEST(ScatterView, a_pixel_and_its_place_belong_together) {
    const ScatterView view{.center_x = 3.5, .center_y = -2.0, .units_per_pixel = 0.125, .fit = false};
    const PlanePoint place = to_data(view, {17.0, 61.0}, window);
    const Pixel back = to_pixel(view, place, window);
    EXPECT_NEAR(back.x, 17.0, 1e-9);
    EXPECT_NEAR(back.y, 61.0, 1e-9);
}

TEST(ScatterView, zooming_keeps_the_place_under_the_mouse) {
    const ScatterView view{.center_x = 3.5, .center_y = -2.0, .units_per_pixel = 0.125, .fit = true};
    const Pixel mouse{20.0, 90.0};
    const PlanePoint before = to_data(view, mouse, window);
    const ScatterView near = zoomed(view, {mouse, 1.7}, window);
    const PlanePoint after = to_data(near, mouse, window);
    EXPECT_NEAR(before.x, after.x, 1e-12);
    EXPECT_NEAR(before.y, after.y, 1e-12);
    EXPECT_NEAR(near.units_per_pixel, 0.125 / 1.7, 1e-12);
    EXPECT_FALSE(near.fit);
}

TEST(ScatterView, panning_moves_the_points_with_the_mouse) {
    const ScatterView view{.center_x = 0, .center_y = 0, .units_per_pixel = 2.0, .fit = true};
    const Pixel before = to_pixel(view, {1, 1}, window);
    const Pixel after = to_pixel(panned(view, {5.0, -3.0}), {1, 1}, window);
    EXPECT_NEAR(after.x - before.x, 5.0, 1e-12);
    EXPECT_NEAR(after.y - before.y, -3.0, 1e-12);
}

TEST(ScatterView, one_point_alone_can_be_fitted) {
    const ScatterView view = fitted(*extent_of(std::vector<float>{4, 5}), window, 10.0);
    const Pixel at = to_pixel(view, {4, 5}, window);
    EXPECT_NEAR(at.x, 100.0, 1e-9);
    EXPECT_NEAR(at.y, 50.0, 1e-9);
    EXPECT_TRUE(std::isfinite(view.units_per_pixel));
}

TEST(ScatterView, the_extent_leaves_out_points_that_are_not_finite) {
    EXPECT_FALSE(extent_of(std::vector<float>{nan, 1}));
    EXPECT_FALSE(extent_of({}));
    const auto extent = extent_of(std::vector<float>{1, 2, nan, 100, 3, std::numeric_limits<float>::infinity(), 5, 7});
    EXPECT_EQ(extent->max_x, 5.0);
    EXPECT_EQ(extent->max_y, 7.0);
}

TEST(ScatterView, the_nearest_point_is_the_one_a_search_by_pixels_finds) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> anywhere(0.0f, 1.0f);
    std::vector<float> points(2000);
    for (float& value : points) value = anywhere(random);
    const ScatterPlace place{fitted(*extent_of(points), window, 4.0), window};
    for (int i = 0; i < 50; ++i) {
        const Pixel mouse{anywhere(random) * 200.0, anywhere(random) * 100.0};
        std::optional<std::int64_t> expected;
        double best = 6.0;
        for (std::int64_t row = 0; row < 1000; ++row) {
            const Pixel at =
                to_pixel(place.view, {points[std::size_t(2 * row)], points[std::size_t(2 * row + 1)]}, window);
            const double distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
            if (distance > best) continue;
            best = distance;
            expected = row;
        }
        EXPECT_EQ(nearest_point(points, place, mouse, 6.0), expected);
    }
}

TEST(ScatterView, of_points_in_one_place_the_one_on_top_is_grabbed) {
    const std::vector<float> points{0, 0, 1, 1, 0, 0, nan, nan};
    const ScatterPlace place{{.center_x = 0, .center_y = 0, .units_per_pixel = 0.01, .fit = false}, window};
    EXPECT_EQ(nearest_point(points, place, {101.0, 50.0}, 3.0), 2);
    EXPECT_EQ(nearest_point(points, place, {110.0, 50.0}, 3.0), std::nullopt);
}

TEST(ScatterView, a_box_selects_the_points_inside_whichever_way_it_was_drawn) {
    const std::vector<float> points{0, 0, 10, 10, -10, 5, 20, -20, nan, 0};
    const ScatterPlace place{{.center_x = 0, .center_y = 0, .units_per_pixel = 1.0, .fit = false}, window};
    EXPECT_THAT(points_in_box(points, place, {{99.0, 51.0}, {111.0, 39.0}}), ElementsAre(0, 1));
    EXPECT_THAT(points_in_box(points, place, {{111.0, 39.0}, {99.0, 51.0}}), ElementsAre(0, 1));
    EXPECT_THAT(points_in_box(points, place, {{0.0, 0.0}, {5.0, 5.0}}), IsEmpty());
}

} // namespace
} // namespace pairscope::app
