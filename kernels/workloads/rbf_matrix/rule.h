// SPDX-License-Identifier: MIT
// What counts as a right output of rbf_matrix.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace pairscope::workloads::rbf_matrix {

/// See kernels/matrix/judge.h.
class Rule {
public:
    explicit Rule(const Problem& problem)
        : points_(problem.a.floats()), sigma_(problem.parameters[0]), has_exact_sums_(problem.a.has_exact_sums) {}

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        const double dx = (static_cast<double>(points_[2 * row]) - points_[2 * col]) / sigma_;
        const double dy = (static_cast<double>(points_[2 * row + 1]) - points_[2 * col + 1]) / sigma_;
        return exp(-0.5 * (dx * dx + dy * dy));
    }

    /// The tolerance is multiplied by a factor that depends on the entry: see is_right().
    /// The exponential and the product that it takes round where the squares are exact.
    [[nodiscard]] Accuracy allowed(const Accuracy& of_variant) const {
        Accuracy of_data = of_variant;
        if (has_exact_sums_) of_data.tolerance = std::min(of_variant.tolerance, 2.0 * last_operations);
        return of_data;
    }

    /// Says whether what was found can be the float32 value of exp(-q), whose double-precision value is `expected`. A
    /// relative error of q changes exp(-q) by q times as much, so the tolerance grows with q. Values below the normal
    /// numbers of float32 may be 0.
    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES bool is_right(const JudgedEntry& entry, const Accuracy& accuracy) {
        if (entry.expected != entry.expected) return entry.found != entry.found;
        const double error = fabs(entry.found - entry.expected);
        return error <= error_allowed(entry.expected, accuracy) || error <= least_normal;
    }

    /// The relative error of an entry that is right by its relative accuracy; 0 if it is right for another reason.
    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES double relative_error(const JudgedEntry& entry,
                                                                    const Accuracy& accuracy) {
        const double expected = entry.expected, error = fabs(entry.found - expected);
        return expected >= least_normal && error <= error_allowed(expected, accuracy) ? error / expected : 0.0;
    }

private:
    static constexpr double least_normal = 1.1754943508222875e-38; // float32's least normal number

    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES double error_allowed(double expected, const Accuracy& accuracy) {
        return expected > 0.0 ? accuracy.relative() * (1.0 - log(expected)) * expected : 0.0;
    }

    const float* points_;
    double sigma_;
    bool has_exact_sums_;
};

} // namespace pairscope::workloads::rbf_matrix
