// SPDX-License-Identifier: MIT
// The workload distance_matrix: all Euclidean distances of one set of 2-D points, an n x n matrix.
// Its problem, its cost, and what counts as a right answer. No other file knows its special case.
#pragma once

#include "kernels/core/matrix.h"

#include <cstdint>

namespace pairscope {

struct Comparison;
struct Work;

struct DistanceMatrixProblem {
    const float* points = nullptr; ///< x0 y0 x1 y1 ..., 2 n floats in the device's memory, aligned to 16 bytes
    std::int64_t n = 0;
    MatrixTarget out; ///< n x n
};

/// Per pair two subtractions, two products, a sum and a root; the points are read once, the matrix is written once.
[[nodiscard]] Work distance_matrix_work(std::int64_t n);

/// Is `found` a float32 evaluation of the distance whose double-precision value is `expected`?
/// True within `tolerance` (relative); within 2^-63, below which the square of a difference underflows float32; when
/// both are NaN; and when `found` is infinite where the square overflows float32. Host and device use this one judge.
[[nodiscard]] constexpr bool right_distance(float found, double expected, double tolerance) {
    if (expected != expected) return found != found;
    constexpr double largest_square = 3.4028234663852886e38; // of float32
    constexpr double tiny = 1.0842021724855044e-19;          // 2^-63
    const double value = found;
    if (value > largest_square) return expected * expected * (1.0 + tolerance) >= largest_square;
    if (expected > 2.0 * largest_square) return false; // infinite, and `found` is not
    const double error = value < expected ? expected - value : value - expected;
    return error <= tolerance * expected || error <= tiny;
}

/// The double-precision answer for one pair, from the float32 coordinates.
[[nodiscard]] double reference_distance(const float* points, std::int64_t row, std::int64_t col);

/// Looks at every entry of one row of an answer in host memory and adds the findings.
void compare_row(const DistanceMatrixProblem& problem, std::int64_t row, double tolerance, Comparison& findings);

} // namespace pairscope
