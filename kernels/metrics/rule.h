// SPDX-License-Identifier: MIT
// What counts as a right output of the metrics in formulas.h.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"
#include "kernels/metrics/formulas.h"

#include <cmath>
#include <cstdint>

namespace pairscope::metrics {

/// See kernels/matrix/judge.h.
template <class Formula> class Rule {
public:
    explicit Rule(const Problem& problem)
        : a_(problem.a.floats()), b_(problem.b.floats()), a_pitch_(problem.a.pitch), b_pitch_(problem.b.pitch),
          dims_(problem.a.dims), has_exact_sums_(Formula::is_exact && problem.a.has_exact_sums) {}

    /// In double precision, from the float32 coordinates.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        const float *const a = a_ + row * a_pitch_, *const b = b_ + col * b_pitch_;
        double sum = 0.0;
        for (std::int64_t k = 0; k < dims_; ++k) sum = Formula::added(sum, double(a[k]), double(b[k]));
        if constexpr (Formula::needs_norms)
            return Formula::entry(sum, Formula::weight(squares(a)), Formula::weight(squares(b)));
        else
            return entry_without_norms<Formula>(sum, dims_);
    }

    /// A float32 sum of d terms has a relative error of at most d 2^-24 beside that of the terms. The error of a
    /// product of two vectors is relative to the product of their lengths, and the norms add as much again. Exact sums
    /// are the entries, but for cosine distances: two roots, two divisions, two products and a difference follow.
    [[nodiscard]] Accuracy allowed(const Accuracy& of_variant) const {
        Accuracy grown = of_variant;
        if (has_exact_sums_) {
            grown.tolerance = Formula::needs_norms ? 2.5 * last_operations : has_last_operation ? last_operations : 0.0;
            return grown;
        }
        const auto dims = static_cast<double>(dims_);
        if (Formula::adds_up) grown.tolerance += dims * (Formula::needs_norms ? 0x1p-23 : 0x1p-24);
        return grown;
    }

    /// True within the accuracy, or the error of the smallest numbers; if both are NaN; and if the output is infinite
    /// where its sum overflows float32. No distance is negative, unless the variant declares it. The error of a cosine
    /// distance is absolute. Where a squared norm leaves the normal numbers of float32, only its sign is judged.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_right(const JudgedEntry& entry, const Accuracy& allowed) const {
        const double expected = entry.expected, found = entry.found;
        if (found < 0.0 && !allowed.may_be_negative) return false;
        if (Formula::needs_norms && !has_normal_norms(entry)) return true;
        if (expected != expected) return found != found;
        if (!(found <= largest)) return found == found && sum_of(expected * (1.0 + allowed.tolerance)) >= largest;
        return fabs(found - expected) <= error_allowed(expected, allowed);
    }

    /// The error of an entry that is right by its accuracy: relative, or of a cosine distance absolute; 0 if it is
    /// right for another reason.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double relative_error(const JudgedEntry& entry, const Accuracy& allowed) const {
        const double expected = entry.expected, error = fabs(entry.found - expected);
        if (Formula::needs_norms) return error <= allowed.relative() && has_normal_norms(entry) ? error : 0.0;
        const bool counts =
            error <= allowed.relative() * expected && sum_of(expected) >= least_normal && sum_of(expected) <= largest;
        return counts ? error / expected : 0.0;
    }

private:
    static constexpr bool is_root = Formula::ending == PairEnding::root;
    static constexpr bool has_last_operation = is_root || Formula::ending == PairEnding::fraction;
    static constexpr double largest = 3.4028234663852886e38;       // float32's largest
    static constexpr double least_normal = 1.1754943508222875e-38; // float32's least normal number

    /// The sum that gives this entry, which float32 has to hold.
    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES double sum_of(double entry) { return is_root ? entry * entry : entry; }
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double error_allowed(double expected, const Accuracy& allowed) const {
        if (Formula::needs_norms) return allowed.relative();
        const double of_sum = has_exact_sums_ ? 0.0 : static_cast<double>(dims_) * least_normal;
        return allowed.relative() * expected + (is_root ? sqrt(of_sum) : of_sum);
    }
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double squares(const float* vector) const {
        double sum = 0.0;
        for (std::int64_t k = 0; k < dims_; ++k) sum += double(vector[k]) * vector[k];
        return sum;
    }
    /// A vector with a NaN has such norms: the output must then be NaN.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool has_normal_norms(const JudgedEntry& entry) const {
        const auto is_normal = [this](double norm) {
            const double least = static_cast<double>(dims_) * least_normal;
            return norm != norm || norm == 0.0 || (norm >= least && norm <= 0.999 * largest);
        };
        return is_normal(squares(a_ + entry.row * a_pitch_)) && is_normal(squares(b_ + entry.col * b_pitch_));
    }

    const float *a_, *b_;
    std::int64_t a_pitch_, b_pitch_, dims_;
    bool has_exact_sums_;
};

} // namespace pairscope::metrics
