// SPDX-License-Identifier: MIT
// Whether numbers are whole multiples of one number and so small that distances between them need no rounding.
#pragma once

#include "kernels/ladder/metric.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pairscope::neighbours {

/// All numbers are whole multiples of 2^exponent.
struct NumberGrid {
    int exponent = std::numeric_limits<int>::max();
    double largest = 0.0;

    void include(double number) {
        if (number == 0.0 || !std::isfinite(number)) return;
        const auto bits = std::bit_cast<std::uint64_t>(number);
        const int field = static_cast<int>(bits >> 52 & 0x7ffu);
        const std::uint64_t mantissa = (bits & 0xfffffffffffffu) | (field == 0 ? 0 : std::uint64_t{1} << 52);
        exponent = std::min(exponent, std::max(field, 1) - 1075 + std::countr_zero(mantissa));
        largest = std::max(largest, std::abs(number));
    }
    void include(const NumberGrid& other) {
        exponent = std::min(exponent, other.exponent);
        largest = std::max(largest, other.largest);
    }
    void include_bytes() {
        include(1.0);
        include(255.0);
    }
    /// The largest difference of two of these numbers, in units of the grid.
    [[nodiscard]] double steps() const { return largest == 0.0 ? 0.0 : std::ldexp(2.0 * largest, -exponent); }
};

inline constexpr double most_in_double = 0x1p53, most_in_float = 0x1p24; ///< whole numbers up to these are exact

/// Needs no operation on coordinates with so many steps between them a rounding?
[[nodiscard]] inline bool are_exact(Metric metric, double steps, double dims, double most = most_in_double) {
    if (metric == Metric::chebyshev) return steps <= most;
    return dims * (metric == Metric::manhattan ? steps : steps * steps) <= most;
}

/// Do 128 bits hold the sum of the squared differences, in squares of the grid's steps? Then rounded_square_of_steps()
/// takes these numbers.
[[nodiscard]] inline bool have_whole_squares(const NumberGrid& grid, double dims) {
    constexpr double most_steps = 0x1p61, most_sum = 0x1p127;
    constexpr int least_exponent = -400, most_exponent = 400; // the sum neither overflows nor underflows
    const double steps = grid.steps();
    return steps <= most_steps && dims * steps * steps <= most_sum && grid.exponent >= least_exponent &&
           grid.exponent <= most_exponent;
}

} // namespace pairscope::neighbours
