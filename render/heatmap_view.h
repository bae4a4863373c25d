// SPDX-License-Identifier: MIT
// What the user looks at: which part of the matrix, how large. Plain arithmetic, no GL.
// x runs to the right with the columns, y runs down with the rows. Cells are square.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/pixel.h"

#include <cstdint>
#include <optional>

namespace pairscope {

/// The size of the picture [pixels].
struct Viewport {
    int width = 0;
    int height = 0;
    auto operator<=>(const Viewport&) const = default;
};

/// A place in the matrix [cells]. Cell (row, col) covers row to row + 1 and col to col + 1.
struct Position {
    double row = 0.0;
    double col = 0.0;
    auto operator<=>(const Position&) const = default;
};

struct Cell {
    std::int64_t row = 0;
    std::int64_t col = 0;
    auto operator<=>(const Cell&) const = default;
};

struct HeatmapView {
    Position center;
    double pixels_per_cell = 1.0;
    auto operator<=>(const HeatmapView&) const = default;
};

struct Zoom {
    Pixel about;         ///< stays where it is
    double factor = 1.0; ///< above 1 the cells grow
};

/// Whole pixels to the right and down.
struct PixelShift {
    int x = 0;
    int y = 0;
    auto operator<=>(const PixelShift&) const = default;
};

/// Two opposite corners, in any order.
struct PixelBox {
    Pixel from;
    Pixel to;
};

struct ZoomLimits {
    double min = 0.0; ///< [pixels per cell]
    double max = 0.0; ///< [pixels per cell]
};

/// From half of the whole matrix's size on screen to 256 pixels a cell.
[[nodiscard]] ZoomLimits zoom_limits(Viewport viewport, MatrixShape shape);

[[nodiscard]] Position position_at(const HeatmapView& view, Pixel pixel, Viewport viewport);
[[nodiscard]] Pixel pixel_at(const HeatmapView& view, Position position, Viewport viewport);
/// Nothing outside of the matrix.
[[nodiscard]] std::optional<Cell> cell_at(const HeatmapView& view, Pixel pixel, Viewport viewport, MatrixShape shape);

/// The whole matrix, centred, as large as it can be.
[[nodiscard]] HeatmapView fitted(MatrixShape shape, Viewport viewport);
/// One cell is one pixel; the centre stays.
[[nodiscard]] HeatmapView one_to_one(const HeatmapView& view, Viewport viewport, MatrixShape shape);
/// The place under `zoom.about` stays there, unless the matrix would get lost.
[[nodiscard]] HeatmapView zoomed(const HeatmapView& view, const Zoom& zoom, Viewport viewport, MatrixShape shape);
/// The matrix moves by `delta`, as if the mouse held it.
[[nodiscard]] HeatmapView panned(const HeatmapView& view, Pixel delta, Viewport viewport, MatrixShape shape);
/// How far a picture moves from one view to another of the same scale. Absent if it is no whole number of pixels, within
/// a thousandth of one.
[[nodiscard]] std::optional<PixelShift> shift_between(const HeatmapView& from, const HeatmapView& to);
/// The region, centred, as large as it can be.
[[nodiscard]] HeatmapView zoomed_to(Region region, Viewport viewport, MatrixShape shape);
/// Within the zoom limits, and in each direction a quarter of the picture, or the whole matrix, is visible.
[[nodiscard]] HeatmapView clamped(const HeatmapView& view, Viewport viewport, MatrixShape shape);

/// The cells of which any part is visible; empty (rows = cols = 0) if none is.
[[nodiscard]] Region visible_region(const HeatmapView& view, Viewport viewport, MatrixShape shape);
/// The cells a box touches: what zoomed_to shall show. Empty if none.
[[nodiscard]] Region region_in(const HeatmapView& view, const PixelBox& box, Viewport viewport, MatrixShape shape);

} // namespace pairscope
