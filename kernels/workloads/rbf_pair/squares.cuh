// SPDX-License-Identifier: MIT
// What the seven classic steps of a reduction start from: the squared differences, in the workspace. The steps differ
// only in how a block adds up numbers.
#pragma once

#include "kernels/workloads/rbf_pair/levels.cuh"

#include <algorithm>

namespace pairscope::sums::inline PAIRSCOPE_SIDE {

/// This is a template, so that several variants can contain it.
template <class Number>
__global__ void square_differences(const Number* __restrict__ x, const Number* __restrict__ y, int n, Number* squares) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Number d = x[i] - y[i];
    squares[i] = d * d;
}

/// How a level adds up.
struct Step {
    void (*add_up)(const float* numbers, int count, BlockSums to) = nullptr;
    int threads = 0;       ///< per block
    int per_thread = 1;    ///< numbers that a thread of a full block takes at the start
    int most_blocks = 0;   ///< 0: as many as there are numbers for
    bool has_array = true; ///< an array in shared memory with one number per thread
};

/// Squares the differences, and adds them up level by level.
inline void add_squares(const Run& run, const Step& step) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    auto* const squares = reinterpret_cast<float*>(run.problem.workspace);
    float* const other = squares + (problem.n + 63) / 64 * 64;
    cuda::launch_grid(square_differences<float>, cuda::tiles(problem.n, step.threads), step.threads, 0, run.stream,
                      problem.x, problem.y, static_cast<int>(problem.n), squares);
    const std::size_t shared_bytes = step.has_array ? step.threads * sizeof(float) : 0;
    std::int64_t per_block = std::int64_t{step.threads} * step.per_thread;
    if (step.most_blocks > 0) per_block = std::max(per_block, (problem.n + step.most_blocks - 1) / step.most_blocks);
    add_levels(squares, other, problem.n, static_cast<int>(per_block),
               [&](const float* from, int count, unsigned blocks, float* to) {
                   cuda::launch_grid(step.add_up, blocks, step.threads, shared_bytes, run.stream, from, count,
                                     block_sums(problem, to));
               });
}

/// The bytes of the squares and of the sums of the first level.
inline std::int64_t bytes_for_squares(const Workload& workload) {
    return ((workload.dims + 63) / 64 * 64 + floats_for_sums(workload.dims)) * std::int64_t{sizeof(float)};
}

/// The bytes that are moved if both vectors are read, and the squares are written and read.
inline double traffic_with_squares(const Workload& workload) {
    return 4.0 * sizeof(float) * static_cast<double>(workload.dims);
}

} // namespace pairscope::sums::inline PAIRSCOPE_SIDE
