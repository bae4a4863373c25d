// SPDX-License-Identifier: MIT
// What counts as a right output of distance_matrix.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pairscope::workloads::distance_matrix {

/// See kernels/matrix/judge.h.
class Rule {
public:
    explicit Rule(const Problem& problem) : points_(problem.a.floats()), has_exact_sums_(problem.a.has_exact_sums) {}

    /// The distance in double precision, from the float32 coordinates. Their differences are far from the limits of
    /// double.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        const double dx = static_cast<double>(points_[2 * row]) - points_[2 * col];
        const double dy = static_cast<double>(points_[2 * row + 1]) - points_[2 * col + 1];
        return sqrt(dx * dx + dy * dy);
    }

    /// There are only two coordinates, so the variant's tolerance covers every rounding. Only the root rounds where the
    /// squares are exact.
    [[nodiscard]] Accuracy allowed(const Accuracy& of_variant) const {
        Accuracy of_data = of_variant;
        if (has_exact_sums_) of_data.tolerance = std::min(of_variant.tolerance, last_operations);
        return of_data;
    }

    /// Says whether `found` can be the float32 value, rounded to the type of the entry, of the distance whose
    /// double-precision value is `expected`. That is true within the relative accuracy; within the error of the
    /// smallest numbers (float32: 2^-63, below which the square of a difference underflows); if both are NaN; and if
    /// `found` is infinite where the square overflows float32 or the distance overflows the type of the entry. No
    /// distance is negative.
    [[nodiscard]] static constexpr bool is_right(const JudgedEntry& entry, const Accuracy& accuracy) {
        const double expected = entry.expected;
        if (expected != expected) return entry.found != entry.found;
        constexpr double largest_square = 3.4028234663852886e38; // float32's largest number
        const EntryLimits limits = limits_of(accuracy.entry);
        const double tolerance = accuracy.tolerance, value = entry.found;
        if (value < 0.0) return false;
        if (value > largest_square) {
            const bool overflows = expected * expected * (1.0 + tolerance) >= largest_square;
            return overflows || expected * (1.0 + tolerance) >= limits.infinite;
        }
        if (expected * (1.0 - tolerance) >= limits.infinite)
            return false; // the right value is infinite, and `found` is not
        const double error = value < expected ? expected - value : value - expected;
        return error <= accuracy.relative() * expected || error <= limits.tiny;
    }

    /// The relative error of an entry that is right by its relative accuracy; 0 if it is right for another reason.
    [[nodiscard]] static constexpr double relative_error(const JudgedEntry& entry, const Accuracy& accuracy) {
        const double expected = entry.expected, value = entry.found;
        const double error = value < expected ? expected - value : value - expected;
        const bool counts = error <= accuracy.relative() * expected && expected > 0.0 && expected <= 3e38;
        return counts ? error / expected : 0.0;
    }

private:
    const float* points_;
    bool has_exact_sums_;
};

} // namespace pairscope::workloads::distance_matrix
