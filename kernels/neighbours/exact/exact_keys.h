// SPDX-License-Identifier: MIT
// Exact sums over the coordinates of two vectors, and exact comparisons of such sums.
#pragma once

#include "kernels/ladder/metric.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace pairscope::neighbours {

using Numbers = std::span<const double>;

/// The sum of the squares or of the sizes of differences, or their maximum, rounded once to double. The metric must be
/// one of differences, here and below.
[[nodiscard]] double rounded_key(Metric metric, Numbers a, Numbers b);
/// The squared distance of two vectors, rounded once. Their numbers are whole multiples of 2^exponent, on a grid for
/// which have_whole_squares() says yes.
[[nodiscard]] double rounded_square_of_steps(Numbers a, Numbers b, int exponent);
/// Is the square of a - b a double, and so is the difference? Then `difference` must be it, apart from rounding.
[[nodiscard]] inline bool has_exact_square(float a, float b, double difference) {
    const double from = a, to = b;
    const bool is_exact = from - difference == to && difference + to == from; // one of the two is never rounded
    constexpr std::uint64_t behind_26_bits = 0x7ffffff;
    return is_exact && (std::bit_cast<std::uint64_t>(difference) & behind_26_bits) == 0;
}
/// The squared distance of two points, rounded once to double. `Number` is float or double.
template <class Number>
[[nodiscard]] inline double rounded_square(const std::array<Number, 2>& a, const std::array<Number, 2>& b) {
    if constexpr (std::is_same_v<Number, float>) { // neither squares overflow nor do they underflow
        const double dx = double{a[0]} - double{b[0]}, dy = double{a[1]} - double{b[1]};
        if (has_exact_square(a[0], b[0], dx) && has_exact_square(a[1], b[1], dy)) return dx * dx + dy * dy;
    }
    const long double dx = static_cast<long double>(a[0]) - static_cast<long double>(b[0]);
    const long double dy = static_cast<long double>(a[1]) - static_cast<long double>(b[1]);
    const long double sum = dx * dx + dy * dy, error = sum * (8.0L * std::numeric_limits<long double>::epsilon());
    const auto least = static_cast<double>(sum - error), most = static_cast<double>(sum + error);
    if (least == most) return least;
    return rounded_key(Metric::euclidean, std::array{static_cast<double>(a[0]), static_cast<double>(a[1])},
                       std::array{static_cast<double>(b[0]), static_cast<double>(b[1])});
}
/// Which one is nearer to `from`, without any rounding. Negative: `a`; 0: they are equally far.
[[nodiscard]] int compare_exactly(Metric metric, Numbers from, Numbers a, Numbers b);
/// Is the distance of two vectors below the radius? Negative: it is; 0: it is the radius. The radius is not negative.
[[nodiscard]] int compare_exactly(Metric metric, Numbers a, Numbers b, double radius);

/// 1 - cos of the angle between two vectors that are finite, rounded to 40 significant bits; 1 if one of them is zero.
[[nodiscard]] double cosine_key(Numbers a, Numbers b);
/// To the grid of cosine_key().
[[nodiscard]] double rounded_cosine(double distance);

} // namespace pairscope::neighbours
