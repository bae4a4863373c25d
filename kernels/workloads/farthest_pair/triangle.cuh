// SPDX-License-Identifier: MIT
// The entries above the diagonal of a square table, counted row by row.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cstdint>
#include <cuda_runtime.h>

namespace pairscope::farthest::inline PAIRSCOPE_SIDE {

struct PairOfRows {
    int first, second; ///< first < second
};

/// How many entries lie above the diagonal of the first `row` rows of n.
__host__ __device__ constexpr std::int64_t entries_before(std::int64_t row, std::int64_t n) {
    return row * (2 * n - row - 1) / 2;
}

/// Entry number `index` of n (n - 1) / 2. The row solves a quadratic equation. Its root in double precision may be
/// wrong by one row, which the two loops correct.
__device__ inline PairOfRows entry_above_diagonal(std::int64_t index, int n) {
    const double b = 2.0 * n - 1.0;
    int row = static_cast<int>((b - sqrt(b * b - 8.0 * static_cast<double>(index))) / 2.0);
    while (row > 0 && entries_before(row, n) > index) --row;
    while (entries_before(row + 1, n) <= index) ++row;
    return {row, static_cast<int>(row + 1 + index - entries_before(row, n))};
}

} // namespace pairscope::farthest::inline PAIRSCOPE_SIDE
