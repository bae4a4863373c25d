// SPDX-License-Identifier: MIT
// Distances that are made of sums of other terms than differences. Each sum is rounded once, so it is the same in
// whatever order the coordinates are, and whichever vector comes first.
#pragma once

#include <span>

namespace pairscope::neighbours {

/// The sum of |a - b| / (|a| + |b|), where 0 / 0 counts as 0. Terms have an error below 2^-100, so the sum is the
/// double that is nearest to the distance.
[[nodiscard]] double canberra_distance(std::span<const double> a, std::span<const double> b);
/// The sum of |a - b|, divided by the sum of |a + b|. Both sums are rounded once. NaN for two vectors of zeros.
[[nodiscard]] double bray_curtis_distance(std::span<const double> a, std::span<const double> b);
/// canberra_distance() and bray_curtis_distance() with the parameters of OwnDistance::of_rows: see quick_terms_of().
[[nodiscard]] double canberra_of_rows(std::span<const double> a, std::span<const double> b, std::span<const double>);
[[nodiscard]] double bray_curtis_of_rows(std::span<const double> a, std::span<const double> b, std::span<const double>);
/// The root of the sum of the powers of |a - b|. Where the exponent is a whole number, it is the double that is nearest
/// to the distance, but for cases where two doubles are equally near within 2^-90.
[[nodiscard]] double minkowski_distance(std::span<const double> a, std::span<const double> b, double exponent);
/// The root of the Jensen-Shannon divergence of two distributions, with natural logarithms. Two that have no place in
/// common have the root of log(2) as their distance.
[[nodiscard]] double jensen_shannon_distance(std::span<const double> a, std::span<const double> b);

} // namespace pairscope::neighbours
