// SPDX-License-Identifier: MIT
// Which part of the plane the scatter shows, and what lies under the mouse there. Plain arithmetic; both axes have the
// same scale, y runs up.
#pragma once

#include "render/heatmap_view.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::app {

struct ScatterView {
    double center_x = 0.0;
    double center_y = 0.0;
    double units_per_pixel = 1.0;
    bool fit = true; ///< keep every point in sight as the panel or the points change
    bool operator==(const ScatterView&) const = default;
};

/// What is drawn of vectors with more than two coordinates.
struct PointAxes {
    bool principal = true;     ///< the first two principal components; else the two coordinates, which count from 0
    std::int64_t x = 0, y = 1; ///< also kept while the principal components are shown
    bool operator==(const PointAxes&) const = default;
};

/// A place among the points, in their unit.
struct PlanePoint {
    double x = 0.0;
    double y = 0.0;
};

/// The smallest box around the finite points.
struct Extent {
    double min_x = 0.0, max_x = 0.0;
    double min_y = 0.0, max_y = 0.0;
    [[nodiscard]] double width() const { return max_x - min_x; }
    [[nodiscard]] double height() const { return max_y - min_y; }
};

/// `points` are x, y, x, y, ... everywhere here. Absent if no point is finite.
[[nodiscard]] std::optional<Extent> extent_of(std::span<const float> points);

/// The whole extent, centred, as large as it can be with `margin` pixels left on every side.
[[nodiscard]] ScatterView fitted(const Extent& extent, Viewport viewport, double margin);

[[nodiscard]] Pixel to_pixel(const ScatterView& view, PlanePoint point, Viewport viewport);
[[nodiscard]] PlanePoint to_data(const ScatterView& view, Pixel pixel, Viewport viewport);

/// The place under `zoom.about` stays there. The result no longer fits itself.
[[nodiscard]] ScatterView zoomed(const ScatterView& view, const Zoom& zoom, Viewport viewport);
/// The points move by `delta`, as if the mouse held them. The result no longer fits itself.
[[nodiscard]] ScatterView panned(const ScatterView& view, Pixel delta);

/// Where on the screen: a view and the size it is seen in.
struct ScatterPlace {
    ScatterView view;
    Viewport viewport;
    bool operator==(const ScatterPlace&) const = default;
};

/// The row of the point nearest to the pixel, within `radius` pixels; of equally near ones the one drawn last, which
/// lies on top.
[[nodiscard]] std::optional<std::int64_t> nearest_point(std::span<const float> points, const ScatterPlace& place,
                                                        Pixel pixel, double radius);

/// The rows of the points inside the box, ascending; its edges belong to it.
[[nodiscard]] std::vector<std::int64_t> points_in_box(std::span<const float> points, const ScatterPlace& place,
                                                      const PixelBox& box);

} // namespace pairscope::app
