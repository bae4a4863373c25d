// SPDX-License-Identifier: MIT
// Permutations of the vectors of a set, by a number for each of them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pairscope {

/// permutation[place] is the row of the vector there; each row once.
using Permutation = std::vector<std::int32_t>;

[[nodiscard]] Permutation identity(std::int64_t count);
/// Ascending by key, and of equal keys by row. NaN comes last.
[[nodiscard]] Permutation by_keys(std::span<const double> keys);

/// Paths through all cells of a square.
enum class Curve : std::uint8_t {
    hilbert, ///< neighbours on the path are neighbours in the plane
    morton,  ///< the bits of both coordinates in turns: quarters within quarters, with jumps between them
};

/// How far along the curve each place x, y, x, y, ... lies; NaN where one of the two is NaN.
[[nodiscard]] std::vector<double> curve_keys(std::span<const float> places, Curve curve);
/// The coordinate of each place along an axis, 0 or 1; NaN where one of the two is NaN.
[[nodiscard]] std::vector<double> axis_keys(std::span<const float> places, int axis);

} // namespace pairscope
