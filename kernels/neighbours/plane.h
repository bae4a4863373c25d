// SPDX-License-Identifier: MIT
// Points in the plane as the trees over them need them.
#pragma once

#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/tree_memory.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace pairscope::neighbours {

/// Can squares of differences be compared in float32 first? The coordinates must be float32 numbers, none of them so
/// large that a square overflows, and few so small that squares underflow: those would all look coincident.
[[nodiscard]] bool suits_float32(const LoadedVectors& set);
[[nodiscard]] bool suits_float32(std::span<const float> coordinates);

/// x, y, x, y, ... The y of vectors with one coordinate is 0. `room` holds them where the set does not.
[[nodiscard]] std::span<const float> plane_of(const LoadedVectors& set, std::vector<float>& room);
[[nodiscard]] std::span<const double> plane_of(const LoadedVectors& set, std::vector<double>& room);

/// What is computed in float32 from the coordinates is right to so much of itself, and to this constant: generously, of
/// three operations and one more that rounds the limit itself.
inline constexpr double square_rounding = 0x1p-20, square_underflow = 0x1p-140;

/// No square of a pair with such a cheap key exceeds this one when it is computed in `Number`. Cheap keys themselves
/// are computed in double.
template <class Number> [[nodiscard]] Number square_above(double key) {
    if constexpr (std::is_same_v<Number, double>) return key;
    return static_cast<Number>(std::min(key * (1.0 + square_rounding) + square_underflow, 0x1p128));
}
/// Every square of such a pair exceeds this one.
template <class Number> [[nodiscard]] Number square_below(double key) {
    if constexpr (std::is_same_v<Number, double>) return key;
    return static_cast<Number>(std::min(key * (1.0 - square_rounding) - square_underflow, 0x1p127));
}

/// Calls `search` with a float or a double, whichever the trees over these sets need.
template <class Search> void with_number_for(const Measure& measure, Search search) {
    if (suits_float32(measure.first()) && (measure.is_of_one_set() || suits_float32(measure.across())))
        return search(float{});
    search(double{});
}

} // namespace pairscope::neighbours
