// SPDX-License-Identifier: MIT
// Keeps squared distances within the range of float32, whatever the unit of the coordinates is.
#pragma once

#include "kernels/neighbours/exact_distance.h"

#include <span>
#include <vector>

namespace pairscope::neighbours {

/// A distance below this one, after scaling, has a square that may have lost digits of float32.
inline constexpr float least_reliable_distance = 0x1p-50f;

/// The power of two that coordinates in the plane are multiplied with before a search. It is 1 unless the largest
/// finite coordinate is so large that squares would overflow float32, or so small that they would underflow: then it
/// puts that coordinate just below 2^62. Rounding does not depend on a power of two, so the order stays the same.
[[nodiscard]] double scale_for(std::span<const float> first, std::span<const float> second = {});

/// The coordinates multiplied with the scale. `room` holds them where the scale is not 1.
[[nodiscard]] std::span<const float> scaled(std::span<const float> coordinates, double scale, std::vector<float>& room);

/// The squared distance that decides, in the unit of the coordinates, which are not scaled yet: that of float32 where
/// the scaled square is reliable, and otherwise that of double, which neither underflows nor overflows.
[[nodiscard]] double reliable_squared(Place a, Place b, double scale);

} // namespace pairscope::neighbours
