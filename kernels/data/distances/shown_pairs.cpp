// SPDX-License-Identifier: MIT
#include "kernels/data/distances/shown_pairs.h"

#include "kernels/data/coordinates.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace pairscope {
namespace {

double finite_or_nan(double x) { return std::isfinite(x) ? x : std::numeric_limits<double>::quiet_NaN(); }

} // namespace

double shown_distance(const SquareView& entries, std::int64_t row, std::int64_t col, const ShownPairs& shown) {
    if (shown.symmetrise == Symmetrise::keep && !shown.is_triangle) {
        const double entry = finite_or_nan(entries(row, col));
        return row == col && std::isnan(entry) ? 0.0 : entry;
    }
    if (row == col) return 0.0;
    return distance_of_pair(finite_or_nan(entries(row, col)), finite_or_nan(entries(col, row)), shown.symmetrise);
}

void keep_lost_digits(Dataset& set, const SquareView& entries, const ShownPairs& shown) {
    const std::span<const float> values = coordinates(set);
    std::size_t at = 0;
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t col = 0; col < set.dims; ++col, ++at) {
            if (std::isnan(values[at])) continue;
            const auto lost = static_cast<float>(shown_distance(entries, row, col, shown) - double(values[at]));
            if (lost == 0.0f) continue;
            if (set.low.empty()) set.low.resize(values.size());
            set.low[at] = lost;
        }
}

void count_odd_pairs(Dataset& set) {
    set.missing_pairs = 0;
    set.is_asymmetric = false;
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t col = 0; col < row; ++col) {
            const double here = held_coordinate(set, row, col), there = held_coordinate(set, col, row);
            const bool is_missing = std::isnan(here) || std::isnan(there);
            const bool is_odd = is_missing ? std::isnan(here) != std::isnan(there) : here != there;
            set.missing_pairs += is_missing ? 1 : 0;
            set.is_asymmetric = set.is_asymmetric || is_odd;
        }
}

} // namespace pairscope
