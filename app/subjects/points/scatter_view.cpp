// SPDX-License-Identifier: MIT
#include "app/subjects/points/scatter_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

// Beyond these, steps between neighbouring pixels fall below what float coordinates can tell apart, or overflow.
constexpr double min_units_per_pixel = 1e-30;
constexpr double max_units_per_pixel = 1e36;

PlanePoint point_at(std::span<const float> points, std::size_t row) {
    return {double(points[2 * row]), double(points[2 * row + 1])};
}

} // namespace

std::optional<Extent> extent_of(std::span<const float> points) {
    constexpr double far = std::numeric_limits<double>::infinity();
    Extent extent{.min_x = far, .max_x = -far, .min_y = far, .max_y = -far};
    for (std::size_t row = 0; row < points.size() / 2; ++row) {
        const auto [x, y] = point_at(points, row);
        if (!std::isfinite(x) || !std::isfinite(y)) continue;
        extent = {.min_x = std::min(extent.min_x, x),
                  .max_x = std::max(extent.max_x, x),
                  .min_y = std::min(extent.min_y, y),
                  .max_y = std::max(extent.max_y, y)};
    }
    if (extent.min_x > extent.max_x) return {};
    return extent;
}

ScatterView fitted(const Extent& extent, Viewport viewport, double margin) {
    const double width = std::max(1.0, double(viewport.width) - 2.0 * margin);
    const double height = std::max(1.0, double(viewport.height) - 2.0 * margin);
    double scale = std::max(extent.width() / width, extent.height() / height);
    if (!(scale > 0.0)) scale = 1.0 / std::min(width, height); // one place: show one unit about it
    return {.center_x = 0.5 * (extent.min_x + extent.max_x),
            .center_y = 0.5 * (extent.min_y + extent.max_y),
            .units_per_pixel = std::clamp(scale, min_units_per_pixel, max_units_per_pixel),
            .fit = true};
}

Pixel to_pixel(const ScatterView& view, PlanePoint point, Viewport viewport) {
    return {0.5 * viewport.width + (point.x - view.center_x) / view.units_per_pixel,
            0.5 * viewport.height - (point.y - view.center_y) / view.units_per_pixel};
}

PlanePoint to_data(const ScatterView& view, Pixel pixel, Viewport viewport) {
    return {view.center_x + (pixel.x - 0.5 * viewport.width) * view.units_per_pixel,
            view.center_y - (pixel.y - 0.5 * viewport.height) * view.units_per_pixel};
}

ScatterView zoomed(const ScatterView& view, const Zoom& zoom, Viewport viewport) {
    const PlanePoint held = to_data(view, zoom.about, viewport);
    const double scale = std::clamp(view.units_per_pixel / zoom.factor, min_units_per_pixel, max_units_per_pixel);
    const double shrink = scale / view.units_per_pixel;
    return {.center_x = held.x + (view.center_x - held.x) * shrink,
            .center_y = held.y + (view.center_y - held.y) * shrink,
            .units_per_pixel = scale,
            .fit = false};
}

ScatterView panned(const ScatterView& view, Pixel delta) {
    return {.center_x = view.center_x - delta.x * view.units_per_pixel,
            .center_y = view.center_y + delta.y * view.units_per_pixel,
            .units_per_pixel = view.units_per_pixel,
            .fit = false};
}

std::optional<std::int64_t> nearest_point(std::span<const float> points, const ScatterPlace& place, Pixel pixel,
                                          double radius) {
    const PlanePoint at = to_data(place.view, pixel, place.viewport);
    const double reach = radius * place.view.units_per_pixel;
    double best = reach * reach;
    std::optional<std::int64_t> found;
    for (std::size_t row = 0; row < points.size() / 2; ++row) {
        const auto [x, y] = point_at(points, row);
        const double distance = (x - at.x) * (x - at.x) + (y - at.y) * (y - at.y);
        if (!(distance <= best)) continue; // also where a coordinate is NaN
        best = distance;
        found = std::int64_t(row);
    }
    return found;
}

std::vector<std::int64_t> points_in_box(std::span<const float> points, const ScatterPlace& place, const PixelBox& box) {
    const PlanePoint a = to_data(place.view, box.from, place.viewport);
    const PlanePoint b = to_data(place.view, box.to, place.viewport);
    const auto [low_x, high_x] = std::minmax(a.x, b.x);
    const auto [low_y, high_y] = std::minmax(a.y, b.y);
    std::vector<std::int64_t> rows;
    for (std::size_t row = 0; row < points.size() / 2; ++row) {
        const auto [x, y] = point_at(points, row);
        if (x >= low_x && x <= high_x && y >= low_y && y <= high_y) rows.push_back(std::int64_t(row));
    }
    return rows;
}

} // namespace pairscope::app
