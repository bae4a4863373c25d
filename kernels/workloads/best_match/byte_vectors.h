// SPDX-License-Identifier: MIT
// Vectors rounded to bytes, and how far the score of two rounded vectors can be from the exact one.
//
// A vector x becomes scale * X, where X has whole numbers from -127 to 127, and leaves the residual x - scale * X. The
// exact score of two vectors differs from the score of the rounded ones by
//     x.y - x'.y' = (x - x').y + x'.(y - y'),
// which is at most |x - x'| |y| + |x'| |y - y'| (Cauchy and Schwarz). All four lengths are known, so the bound holds
// for every pair of vectors; nothing is assumed about how coordinates are distributed.
#pragma once

#include <cstdint>

namespace pairscope::matching {

/// The result of rounding one vector. The lengths are rounded up.
struct RoundedVector {
    double length = 0.0;   ///< the length of the rounded vector, scale * X
    double residual = 0.0; ///< the length of what rounding took off
    std::int32_t sum = 0;  ///< the sum of the whole numbers

    /// At least the length of the vector itself.
    [[nodiscard]] double exact_length() const { return length + residual; }
};

/// The largest absolute value of `dims` coordinates.
[[nodiscard]] float largest_coordinate(const float* x, int dims);
/// The scale with which coordinates of at most this absolute value fit into bytes.
[[nodiscard]] float byte_scale(float largest);

/// Writes `dims` whole numbers for a vector whose coordinates are 127 * scale at most.
RoundedVector round_to_bytes(const float* x, int dims, float scale, std::int8_t* bytes);

} // namespace pairscope::matching
