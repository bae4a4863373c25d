// SPDX-License-Identifier: MIT
#include "render/heatmap_view.h"

#include <algorithm>
#include <cmath>

namespace pairscope {

namespace {

constexpr double largest_cell = 256.0; // [pixels]

/// Pixels per cell at which rows x cols cells just fit.
double fitting_scale(double rows, double cols, Viewport viewport) {
    const double width = std::max(viewport.width, 1), height = std::max(viewport.height, 1);
    return std::min(width / std::max(cols, 1.0), height / std::max(rows, 1.0));
}

/// The centre along one axis. `picture` is in pixels, `cells` is the matrix's length.
double clamped_center(double center, double scale, double picture, double cells) {
    const double visible = std::min(picture / 4.0, cells * scale);
    const double beyond = (picture / 2.0 - visible) / scale;
    return std::clamp(center, -beyond, cells + beyond);
}

/// From the cell that holds `from` to the one that holds `to`, as far as they exist.
struct Span {
    std::int64_t begin;
    std::int64_t count;
};
Span cells_between(double from, double to, std::int64_t cells) {
    const auto limit = static_cast<double>(cells);
    const auto begin = static_cast<std::int64_t>(std::clamp(std::floor(from), 0.0, limit));
    const auto end = static_cast<std::int64_t>(std::clamp(std::ceil(to), 0.0, limit));
    return {begin, std::max<std::int64_t>(end - begin, 0)};
}

Region region_between(Position from, Position to, MatrixShape shape) {
    const Span rows = cells_between(std::min(from.row, to.row), std::max(from.row, to.row), shape.rows);
    const Span cols = cells_between(std::min(from.col, to.col), std::max(from.col, to.col), shape.cols);
    if (rows.count == 0 || cols.count == 0) return {};
    return {rows.begin, cols.begin, rows.count, cols.count};
}

} // namespace

ZoomLimits zoom_limits(Viewport viewport, MatrixShape shape) {
    const double fit = fitting_scale(static_cast<double>(shape.rows), static_cast<double>(shape.cols), viewport);
    return {std::min(fit / 2.0, 1.0), std::max(fit, largest_cell)};
}

Position position_at(const HeatmapView& view, Pixel pixel, Viewport viewport) {
    return {view.center.row + (pixel.y - viewport.height / 2.0) / view.pixels_per_cell,
            view.center.col + (pixel.x - viewport.width / 2.0) / view.pixels_per_cell};
}

Pixel pixel_at(const HeatmapView& view, Position position, Viewport viewport) {
    return {viewport.width / 2.0 + (position.col - view.center.col) * view.pixels_per_cell,
            viewport.height / 2.0 + (position.row - view.center.row) * view.pixels_per_cell};
}

std::optional<Cell> cell_at(const HeatmapView& view, Pixel pixel, Viewport viewport, MatrixShape shape) {
    const Position position = position_at(view, pixel, viewport);
    const bool inside = position.row >= 0.0 && position.row < static_cast<double>(shape.rows) && position.col >= 0.0 &&
                        position.col < static_cast<double>(shape.cols);
    if (!inside) return std::nullopt;
    return Cell{static_cast<std::int64_t>(position.row), static_cast<std::int64_t>(position.col)};
}

HeatmapView fitted(MatrixShape shape, Viewport viewport) {
    return zoomed_to({0, 0, shape.rows, shape.cols}, viewport, shape);
}

HeatmapView one_to_one(const HeatmapView& view, Viewport viewport, MatrixShape shape) {
    return clamped({view.center, 1.0}, viewport, shape);
}

HeatmapView zoomed(const HeatmapView& view, const Zoom& zoom, Viewport viewport, MatrixShape shape) {
    const ZoomLimits limits = zoom_limits(viewport, shape);
    const Position held = position_at(view, zoom.about, viewport);
    HeatmapView result = view;
    result.pixels_per_cell = std::clamp(view.pixels_per_cell * zoom.factor, limits.min, limits.max);
    result.center.row = held.row - (zoom.about.y - viewport.height / 2.0) / result.pixels_per_cell;
    result.center.col = held.col - (zoom.about.x - viewport.width / 2.0) / result.pixels_per_cell;
    return clamped(result, viewport, shape);
}

HeatmapView panned(const HeatmapView& view, Pixel delta, Viewport viewport, MatrixShape shape) {
    HeatmapView result = view;
    result.center.row -= delta.y / view.pixels_per_cell;
    result.center.col -= delta.x / view.pixels_per_cell;
    return clamped(result, viewport, shape);
}

std::optional<PixelShift> shift_between(const HeatmapView& from, const HeatmapView& to) {
    constexpr double most = 1e6; // farther than any picture is wide
    const double x = (from.center.col - to.center.col) * from.pixels_per_cell;
    const double y = (from.center.row - to.center.row) * from.pixels_per_cell;
    const bool near = std::abs(x) < most && std::abs(y) < most;
    if (from.pixels_per_cell != to.pixels_per_cell || !near) return std::nullopt;
    const double whole_x = std::round(x), whole_y = std::round(y);
    if (std::abs(x - whole_x) > 1e-3 || std::abs(y - whole_y) > 1e-3) return std::nullopt;
    return PixelShift{static_cast<int>(whole_x), static_cast<int>(whole_y)};
}

HeatmapView zoomed_to(Region region, Viewport viewport, MatrixShape shape) {
    const auto rows = static_cast<double>(region.rows), cols = static_cast<double>(region.cols);
    HeatmapView result;
    result.center = {static_cast<double>(region.row) + rows / 2.0, static_cast<double>(region.col) + cols / 2.0};
    result.pixels_per_cell = fitting_scale(rows, cols, viewport);
    return clamped(result, viewport, shape);
}

HeatmapView clamped(const HeatmapView& view, Viewport viewport, MatrixShape shape) {
    const ZoomLimits limits = zoom_limits(viewport, shape);
    const double scale = std::clamp(view.pixels_per_cell, limits.min, limits.max);
    return {{clamped_center(view.center.row, scale, viewport.height, static_cast<double>(shape.rows)),
             clamped_center(view.center.col, scale, viewport.width, static_cast<double>(shape.cols))},
            scale};
}

Region visible_region(const HeatmapView& view, Viewport viewport, MatrixShape shape) {
    const Pixel corner{static_cast<double>(viewport.width), static_cast<double>(viewport.height)};
    return region_between(position_at(view, {}, viewport), position_at(view, corner, viewport), shape);
}

Region region_in(const HeatmapView& view, const PixelBox& box, Viewport viewport, MatrixShape shape) {
    return region_between(position_at(view, box.from, viewport), position_at(view, box.to, viewport), shape);
}

} // namespace pairscope
