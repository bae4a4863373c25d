// SPDX-License-Identifier: MIT
#include "render/heatmap_view.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace pairscope {

namespace {

constexpr Viewport viewport{640, 480};
constexpr MatrixShape square{1000, 1000};

void expect_near(Position a, Position b) {
    EXPECT_NEAR(a.row, b.row, 1e-9);
    EXPECT_NEAR(a.col, b.col, 1e-9);
}

TEST(heatmap_view, zooming_keeps_the_cell_under_the_mouse) {
    HeatmapView view = fitted(square, viewport);
    const Pixel mouse{300.0, 170.0};
    const Position held = position_at(view, mouse, viewport);
    for (int i = 0; i < 20; ++i) {
        view = zoomed(view, {mouse, 1.3}, viewport, square);
        expect_near(position_at(view, mouse, viewport), held);
    }
    for (int i = 0; i < 20; ++i) {
        view = zoomed(view, {mouse, 1.0 / 1.3}, viewport, square);
        expect_near(position_at(view, mouse, viewport), held);
    }
}

TEST(heatmap_view, zooming_ends_at_the_limits) {
    const ZoomLimits limits = zoom_limits(viewport, square);
    const HeatmapView view = fitted(square, viewport);
    EXPECT_DOUBLE_EQ(zoomed(view, {{1.0, 1.0}, 1e9}, viewport, square).pixels_per_cell, limits.max);
    EXPECT_DOUBLE_EQ(zoomed(view, {{1.0, 1.0}, 1e-9}, viewport, square).pixels_per_cell, limits.min);
    EXPECT_LT(limits.min, view.pixels_per_cell);
    EXPECT_GE(limits.max, 256.0);
}

TEST(heatmap_view, the_fitted_matrix_is_whole_and_centred) {
    for (const MatrixShape shape :
         {square, MatrixShape{1, 1}, MatrixShape{2, 7}, MatrixShape{20000, 3}, MatrixShape{3, 30336}}) {
        const HeatmapView view = fitted(shape, viewport);
        EXPECT_EQ(visible_region(view, viewport, shape), (Region{0, 0, shape.rows, shape.cols}));
        const Pixel first = pixel_at(view, {}, viewport);
        const Pixel last = pixel_at(view, {static_cast<double>(shape.rows), static_cast<double>(shape.cols)}, viewport);
        EXPECT_NEAR(first.x + last.x, viewport.width, 1e-9);
        EXPECT_NEAR(first.y + last.y, viewport.height, 1e-9);
        EXPECT_NEAR(std::min(first.x, first.y), 0.0, 1e-9) << "as large as it can be";
    }
}

TEST(heatmap_view, x_runs_with_the_columns_and_y_with_the_rows) {
    const HeatmapView view = fitted({100, 200}, {400, 200});
    EXPECT_EQ(cell_at(view, {0.5, 0.5}, {400, 200}, {100, 200}), (Cell{0, 0}));
    EXPECT_EQ(cell_at(view, {399.5, 0.5}, {400, 200}, {100, 200}), (Cell{0, 199}));
    EXPECT_EQ(cell_at(view, {0.5, 199.5}, {400, 200}, {100, 200}), (Cell{99, 0}));
}

TEST(heatmap_view, outside_of_the_matrix_is_no_cell) {
    const HeatmapView view = fitted(square, viewport);
    EXPECT_FALSE(cell_at(view, {79.9, 10.0}, viewport, square));
    EXPECT_TRUE(cell_at(view, {80.1, 10.0}, viewport, square));
    EXPECT_TRUE(cell_at(view, {559.9, 10.0}, viewport, square));
    EXPECT_FALSE(cell_at(view, {560.1, 10.0}, viewport, square));
    EXPECT_FALSE(cell_at(view, {300.0, 480.1}, viewport, square));
}

TEST(heatmap_view, pixels_and_positions_are_each_others_inverse) {
    const HeatmapView view{{123.4, 56.7}, 3.21};
    expect_near(position_at(view, pixel_at(view, {9.5, 777.25}, viewport), viewport), {9.5, 777.25});
}

TEST(heatmap_view, panning_moves_the_matrix_with_the_mouse) {
    const HeatmapView view = one_to_one(fitted(square, viewport), viewport, square);
    const Position held = position_at(view, {100.0, 100.0}, viewport);
    const HeatmapView moved = panned(view, {37.0, -21.0}, viewport, square);
    expect_near(position_at(moved, {137.0, 79.0}, viewport), held);
}

TEST(heatmap_view, the_matrix_never_gets_lost) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> step(-3000.0, 3000.0), factor(0.2, 5.0), x(0.0, 640.0), y(0.0, 480.0);
    for (const MatrixShape shape : {square, MatrixShape{1, 1}, MatrixShape{3, 30336}}) {
        HeatmapView view = fitted(shape, viewport);
        for (int i = 0; i < 500; ++i) {
            view = panned(view, {step(random), step(random)}, viewport, shape);
            view = zoomed(view, {{x(random), y(random)}, factor(random)}, viewport, shape);
            const Region visible = visible_region(view, viewport, shape);
            ASSERT_GT(visible.rows, 0);
            ASSERT_GT(visible.cols, 0);
        }
    }
}

TEST(heatmap_view, box_zoom_shows_the_box) {
    const HeatmapView view = fitted(square, viewport);
    const Region region = region_in(view, {{400.0, 300.0}, {200.0, 150.0}}, viewport, square);
    EXPECT_EQ(region, (Region{312, 250, 313, 417})); // 150 / 0.48, 120 / 0.48, ...
    const HeatmapView close = zoomed_to(region, viewport, square);
    const Region visible = visible_region(close, viewport, square);
    EXPECT_LE(visible.row, region.row);
    EXPECT_LE(visible.col, region.col);
    EXPECT_GE(visible.row + visible.rows, region.row + region.rows);
    EXPECT_GE(visible.col + visible.cols, region.col + region.cols);
    EXPECT_TRUE(visible.rows <= region.rows + 1 || visible.cols <= region.cols + 1) << "as large as it can be";
}

TEST(heatmap_view, a_box_outside_of_the_matrix_is_empty) {
    EXPECT_EQ(region_in(fitted(square, viewport), {{0.0, 0.0}, {70.0, 480.0}}, viewport, square), Region{});
}

TEST(heatmap_view, one_to_one_keeps_the_centre) {
    const HeatmapView view = one_to_one({{500.0, 400.0}, 7.0}, viewport, square);
    EXPECT_EQ(view, (HeatmapView{{500.0, 400.0}, 1.0}));
    EXPECT_EQ(one_to_one(fitted({2, 2}, viewport), viewport, {2, 2}).pixels_per_cell, 1.0);
}

TEST(heatmap_view, a_viewport_without_pixels_does_no_harm) {
    const HeatmapView view = fitted(square, {0, 0});
    EXPECT_GT(view.pixels_per_cell, 0.0);
    EXPECT_EQ(visible_region(view, {0, 0}, square).rows, 0);
}

} // namespace

} // namespace pairscope
