// SPDX-License-Identifier: MIT
// A sum that takes several launches: each launch is a level, in which every block adds up a part of the numbers, until
// one number is left. Variants that work in this way share this file and differ in how a block adds up.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/rbf_pair/problem.h"

#include <cstdint>
#include <utility>

namespace pairscope::sums::inline PAIRSCOPE_SIDE {

/// Where the blocks of a level put their sums.
struct BlockSums {
    float* sums = nullptr; ///< one per block
    double factor = 0.0;
    double* value = nullptr;

    /// One thread per block calls this. If there is only one block, its sum is the sum of all numbers, and the value is
    /// computed from it.
    __device__ void store(float sum) const {
        if (gridDim.x == 1)
            *value = exp(factor * static_cast<double>(sum));
        else
            sums[blockIdx.x] = sum;
    }
};
inline BlockSums block_sums(const RbfPairProblem& problem, float* sums) {
    return {sums, problem.factor, problem.value};
}

/// The fewest numbers that a block of these variants adds up. So this many numbers per sum gives the largest number of
/// sums.
constexpr int fewest_per_block = 128;
constexpr std::int64_t floats_for_sums(std::int64_t count) {
    constexpr std::int64_t alignment = 64; // 256 bytes
    const std::int64_t most = (count + fewest_per_block - 1) / fewest_per_block;
    return (most + alignment - 1) / alignment * alignment;
}

/// Launches level(from, count, blocks, to) until one block is left. The numbers of a level are in `from`, and its sums
/// go to `to`. The next level has the two swapped.
template <class Level> void add_levels(float* from, float* to, std::int64_t count, int per_block, Level level) {
    while (true) {
        const unsigned blocks = cuda::tiles(count, per_block);
        level(from, static_cast<int>(count), blocks, to);
        if (blocks == 1) return;
        count = blocks;
        std::swap(from, to);
    }
}

} // namespace pairscope::sums::inline PAIRSCOPE_SIDE
