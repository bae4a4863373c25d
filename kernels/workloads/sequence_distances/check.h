// SPDX-License-Identifier: MIT
// What counts as a right output of the workloads of this folder. All variants run on the CPU, so no GPU judges them.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/matrix/judge.h"
#include "kernels/workloads/sequence_distances/formulas.h"

#include <cmath>
#include <cstdint>

namespace pairscope::workloads::sequence_distances {

/// See kernels/matrix/judge.h.
template <class Formula> class Rule {
public:
    explicit Rule(const Problem& problem)
        : a_(problem.a.floats()), b_(problem.b.floats()), a_pitch_(problem.a.pitch), b_pitch_(problem.b.pitch),
          dims_(problem.a.dims), parameter_(pairscope::sequence_distances::parameter_of(problem)) {}

    /// In double precision, from the coordinates as they are.
    [[nodiscard]] double expected(std::int64_t row, std::int64_t col) const {
        return Formula::pair(a_ + row * a_pitch_, b_ + col * b_pitch_, dims_, parameter_);
    }
    [[nodiscard]] static Accuracy allowed(const Accuracy& of_variant) { return of_variant; }

    /// A number of edits must be exact. A warped distance is right within the accuracy of the variant; if both are NaN;
    /// and if the output is infinite where the distance overflows float32.
    [[nodiscard]] static bool is_right(const JudgedEntry& entry, const Accuracy& allowed) {
        const double expected = entry.expected, found = entry.found;
        if (expected != expected) return found != found;
        if constexpr (Formula::are_texts) return found == expected;
        if (!(found >= 0.0)) return false;
        if (found > largest || expected > largest)
            return found > largest && expected * (1.0 + allowed.relative()) >= largest;
        return std::abs(found - expected) <= allowed.relative() * expected + least_normal;
    }
    /// The error of an entry that is right by its relative accuracy.
    [[nodiscard]] static double relative_error(const JudgedEntry& entry, const Accuracy& allowed) {
        const double expected = entry.expected, error = std::abs(entry.found - expected);
        return error <= allowed.relative() * expected && expected >= least_normal ? error / expected : 0.0;
    }

private:
    static constexpr double largest = 3.4028234663852886e38;       // float32's largest number
    static constexpr double least_normal = 1.1754943508222875e-38; // float32's least normal number

    const float *a_, *b_;
    std::int64_t a_pitch_, b_pitch_, dims_;
    double parameter_;
};

template <class Formula> MatrixCheck check() {
    return {.entries = "distances",
            .are_distances = true,
            .reference = matrix::reference<Rule<Formula>>,
            .is_right = matrix::is_right<Rule<Formula>>,
            .compare_row = matrix::compare_row<Rule<Formula>>,
            .row_into_errors = matrix::row_into_errors<Rule<Formula>>};
}

} // namespace pairscope::workloads::sequence_distances
