// SPDX-License-Identifier: MIT
// What is subtracted from a column of numbers before float32 rounds them, so that near numbers stay apart.
#pragma once

#include <vector>

namespace pairscope {

/// What float32 does to a number x from which `origin` was subtracted: the distance to the nearest float32.
[[nodiscard]] double rounding_of(double x, double origin);

struct ColumnOrigin {
    double origin = 0.0; ///< 0: nothing is subtracted
    double worst = 0.0;  ///< the farthest that float32 would move one of the numbers without it
};
/// For all numbers that share a column, of one set or of two; they must be finite. Nothing is subtracted if all numbers
/// are float32 numbers already, or if they are not far from zero, compared with how far they lie from each other. Else
/// the origin is their median to a multiple of a power of two: an outlier does not move it. The largest rounding error
/// must not grow by it, and numbers that were apart must stay apart.
[[nodiscard]] ColumnOrigin origin_for(std::vector<double> numbers);
/// Can origin_for() find one? A quick look at a few numbers of the column that says yes where there is doubt.
[[nodiscard]] bool may_need_origin(std::vector<double> sample);

} // namespace pairscope
