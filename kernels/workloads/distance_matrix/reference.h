// SPDX-License-Identifier: MIT
// What counts as a right answer of distance_matrix.
#pragma once

#include "kernels/core/workload.h"

#include <cstdint>

namespace pairscope::workloads::distance_matrix {

/// Is `found` a float32 evaluation, rounded to the kind of entry, of the distance whose double-precision value is
/// `expected`? True within the relative accuracy; within the error of the smallest numbers (float32: 2^-63, below which
/// the square of a difference underflows); when both are NaN; and when `found` is infinite where the square overflows
/// float32 or the distance the entry. Host and device use this one judge.
[[nodiscard]] constexpr bool is_right(float found, double expected, const Accuracy& accuracy) {
    if (expected != expected) return found != found;
    constexpr double largest_square = 3.4028234663852886e38; // of float32
    const EntryLimits limits = limits_of(accuracy.entry);
    const double tolerance = accuracy.tolerance, value = found;
    if (value > largest_square) {
        const bool overflows = expected * expected * (1.0 + tolerance) >= largest_square;
        return overflows || expected * (1.0 + tolerance) >= limits.infinite;
    }
    if (expected * (1.0 - tolerance) >= limits.infinite) return false; // infinite, and `found` is not
    const double error = value < expected ? expected - value : value - expected;
    return error <= accuracy.relative() * expected || error <= limits.tiny;
}

/// The relative error of an entry that is right; 0 if it is right for another reason.
[[nodiscard]] constexpr double relative_error(float found, double expected, const Accuracy& accuracy) {
    const double error = found < expected ? expected - found : found - expected;
    const bool counts = error <= accuracy.relative() * expected && expected > 0.0 && expected <= 3e38;
    return counts ? error / expected : 0.0;
}

/// The double-precision answer for one pair, from the float32 coordinates in host memory.
[[nodiscard]] double reference(const Problem& problem, std::int64_t row, std::int64_t col);

/// Looks at every entry of one row of an answer in host memory and adds the findings.
void compare_row(const Problem& problem, std::int64_t row, const Accuracy& accuracy, Comparison& findings);

} // namespace pairscope::workloads::distance_matrix
