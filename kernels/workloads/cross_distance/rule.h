// SPDX-License-Identifier: MIT
// What counts as a right output of cross_distance.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pairscope::workloads::cross_distance {

/// See kernels/matrix/judge.h.
class Rule {
public:
    explicit Rule(const Problem& problem)
        : a_(problem.a.floats()), b_(problem.b.floats()), a_pitch_(problem.a.pitch), b_pitch_(problem.b.pitch),
          dims_(problem.a.dims), has_exact_sums_(problem.a.has_exact_sums) {}

    /// The distance in double precision, by the direct form, from the float32 coordinates. The squares of their
    /// differences are far from the limits of double.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        double sum = 0.0;
        for (std::int64_t k = 0; k < dims_; ++k) {
            const double difference = static_cast<double>(a_[row * a_pitch_ + k]) - b_[col * b_pitch_ + k];
            sum += difference * difference;
        }
        return sqrt(sum);
    }

    /// A serial float32 sum of d squared differences gives a distance with a relative error of at most (d / 2 + 2)
    /// 2^-24. The variant's tolerance is for one coordinate, and d / 2 times 2^-24 is added. The expanded form adds two
    /// norms and twice a product of d terms, whose errors are at most 2 d 2^-24 of |x|^2 + |y|^2. Where the sums are
    /// exact, so is the expanded form, and only the root rounds.
    [[nodiscard]] Accuracy allowed(const Accuracy& of_variant) const {
        Accuracy grown = of_variant;
        if (has_exact_sums_) {
            grown.tolerance = std::min(of_variant.tolerance, last_operations);
            grown.of_norms = 0.0;
            return grown;
        }
        const auto dims = static_cast<double>(dims_);
        grown.tolerance += dims * 0x1p-25;
        if (grown.of_norms > 0.0) grown.of_norms += dims * 0x1p-23;
        return grown;
    }

    /// True within the relative accuracy or the error of the smallest numbers; if both are NaN; and if the output is
    /// infinite where the sum of the squares overflows float32. No distance is negative. An expanded form (of_norms
    /// above 0) may have a larger error, see Accuracy, and may be any value that is not finite where its norms overflow
    /// float32.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_right(const JudgedEntry& entry, const Accuracy& allowed) const {
        const double expected = entry.expected, value = entry.found, tolerance = allowed.tolerance;
        if (expected != expected) return value != value;
        if (value < 0.0) return false;
        if (!(value <= largest_square)) // infinite or NaN; no float32 is above the largest one
            return (value == value && expected * expected * (1.0 + 2.0 * tolerance) >= largest_square) ||
                   (allowed.of_norms > 0.0 && norms_overflow(entry));
        if (expected * (1.0 - tolerance) > largest_square)
            return false; // the right value is infinite, and `value` is not
        const double error = fabs(value - expected);
        if (error <= allowed.relative() * expected || error <= limits_of(allowed.entry).tiny) return true;
        return allowed.of_norms > 0.0 && is_right_by_norms(entry, allowed);
    }

    /// The relative error of an entry that is right by its relative accuracy; 0 if it is right for another reason.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES static double relative_error(const JudgedEntry& entry, const Accuracy& allowed) {
        const double expected = entry.expected, error = fabs(entry.found - expected);
        const bool counts = error <= allowed.relative() * expected && expected > 0.0 && expected <= 3e38;
        return counts ? error / expected : 0.0;
    }

private:
    static constexpr double largest_square = 3.4028234663852886e38; // float32's largest number

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double norms(const JudgedEntry& entry) const {
        double sum = 0.0;
        for (std::int64_t k = 0; k < dims_; ++k) {
            const double x = a_[entry.row * a_pitch_ + k], y = b_[entry.col * b_pitch_ + k];
            sum += x * x + y * y;
        }
        return sum;
    }

    /// Twice the product of two vectors can reach the sum of their norms, and the norms are added to it.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool norms_overflow(const JudgedEntry& entry) const {
        return 2.0 * norms(entry) >= largest_square;
    }

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_right_by_norms(const JudgedEntry& entry, const Accuracy& allowed) const {
        const double value = entry.found, square = entry.expected * entry.expected;
        return fabs(value * value - square) <= allowed.of_norms * norms(entry) + 2.0 * allowed.relative() * square;
    }

    const float *a_, *b_;
    std::int64_t a_pitch_, b_pitch_, dims_;
    bool has_exact_sums_;
};

} // namespace pairscope::workloads::cross_distance
