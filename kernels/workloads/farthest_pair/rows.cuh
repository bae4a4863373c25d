// SPDX-License-Identifier: MIT
// A set whose vectors lie one after the other, and the distance of two of them, byte by byte.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <cstdint>
#include <cuda_runtime.h>

namespace pairscope::farthest::inline PAIRSCOPE_SIDE {

struct Rows {
    const std::uint8_t* data;
    std::int64_t pitch;
    int n, dims;
};
[[nodiscard]] inline Rows rows_of(const FarthestPairProblem& problem) {
    return {problem.data, problem.pitch, problem.n, problem.dims};
}

__device__ inline unsigned squared_distance(const Rows& rows, int i, int j) {
    const std::uint8_t* const x = rows.data + i * rows.pitch;
    const std::uint8_t* const y = rows.data + j * rows.pitch;
    unsigned sum = 0;
    for (int k = 0; k < rows.dims; ++k) {
        const int difference = x[k] - y[k];
        sum += static_cast<unsigned>(difference * difference);
    }
    return sum;
}

} // namespace pairscope::farthest::inline PAIRSCOPE_SIDE
