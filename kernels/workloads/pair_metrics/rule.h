// SPDX-License-Identifier: MIT
// What counts as a right output of the workloads of this folder.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/pair_metrics/formulas.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pairscope::workloads::pair_metrics {

/// See kernels/matrix/judge.h.
template <class Formula> class Rule {
public:
    explicit Rule(const Problem& problem)
        : a_(pairscope::pair_metrics::values_of<Formula>(problem.a)),
          b_(pairscope::pair_metrics::values_of<Formula>(problem.b)), a_pitch_(problem.a.pitch),
          b_pitch_(problem.b.pitch), dims_(problem.a.dims), parameter_(pairscope::pair_metrics::parameter_of(problem)),
          has_exact_sums_(problem.a.has_exact_sums) {}

    /// In double precision, from the coordinates as they are.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        return Formula::pair(a_ + row * a_pitch_, b_ + col * b_pitch_, dims_, parameter_);
    }
    [[nodiscard]] Accuracy allowed(const Accuracy& of_variant) const {
        Accuracy grown = of_variant;
        if (has_exact_sums_) grown.tolerance = std::min(of_variant.tolerance, last_operations);
        return grown;
    }

    /// True within the bound that the formula states; if both are NaN; and if the output is infinite where the distance
    /// overflows float32. No distance is negative.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_right(const JudgedEntry& entry, const Accuracy& allowed) const {
        using pairscope::pair_metrics::Bound;
        const double expected = entry.expected, found = entry.found;
        if (expected != expected) return found != found;
        if (!(found >= 0.0)) return false;
        if (found > largest || expected > largest)
            return found > largest && expected * (1.0 + allowed.relative()) >= largest;
        const double error = fabs(found - expected), rounding = allowed.relative() * expected + least_normal;
        if (has_exact_sums_ || Formula::bound == Bound::relative) return error <= rounding;
        const double square = expected * expected, of_square = pairscope::pair_metrics::bound_of_square;
        return fabs(found * found - square) <= of_square * (square > 1.0 ? square : 1.0);
    }
    /// The error of an entry that is right by its relative accuracy.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES static double relative_error(const JudgedEntry& entry, const Accuracy& allowed) {
        const double expected = entry.expected, error = fabs(entry.found - expected);
        return error <= allowed.relative() * expected && expected >= least_normal ? error / expected : 0.0;
    }

private:
    static constexpr double largest = 3.4028234663852886e38;       // float32's largest number
    static constexpr double least_normal = 1.1754943508222875e-38; // float32's least normal number

    const typename Formula::Number *a_, *b_;
    std::int64_t a_pitch_, b_pitch_, dims_;
    double parameter_;
    bool has_exact_sums_;
};

template <class... Formulas>
matrix::RuleList<Rule<Formulas>...> rules_of(pairscope::pair_metrics::FormulaList<Formulas...> formulas);
using Rules = decltype(rules_of(pairscope::pair_metrics::AllFormulas()));

} // namespace pairscope::workloads::pair_metrics
