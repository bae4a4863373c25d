// SPDX-License-Identifier: MIT
// The marks of variants as geometry: the panels and the charts on paper draw the same ones.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// A mark's shape, so that variants are told apart in grey print too.
enum class MarkShape : std::uint8_t {
    circle,
    square,
    diamond,
    triangle_up,
    triangle_down,
    triangle_left,
    triangle_right,
    hexagon,
    pentagon ///< for kernels of the user's own
};

/// A variant keeps its mark everywhere, by its place in the ladder.
[[nodiscard]] MarkShape variant_mark(std::string_view id);

struct MarkPoint {
    float x = 0.0f, y = 0.0f; ///< from the mark's centre, y downwards, for a radius of 1
};
/// The corners of a mark, a little outside the circle of radius 1 so that all marks look equally large. None: a circle.
[[nodiscard]] std::vector<MarkPoint> corners_of(MarkShape mark);

/// Measured is filled, predicted is an outline of this width, recorded is crossed. All by the mark's radius.
[[nodiscard]] float outline_width(float radius);
[[nodiscard]] float cross_reach(float radius); ///< from the centre, along each axis
[[nodiscard]] float cross_width(float radius);

} // namespace pairscope::app
