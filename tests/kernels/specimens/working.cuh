// SPDX-License-Identifier: MIT
// What the kernels that must work share. Every thread writes 1 where it saw what it should.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "tests/kernels/specimens/specimens.h"

namespace pairscope::specimens {

constexpr unsigned full = 0xffffffffu;

__device__ inline int thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__device__ inline void answer(float* out, bool right) {
    const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    out[block * (blockDim.x * blockDim.y * blockDim.z) + thread_rank()] = right ? 1.0f : 0.0f;
}

template <void (*kernel)(const float2*, int, float*)> void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const dim3 grid(2, 3, 2), block(16, 4, 4); // 12 blocks of 256 threads
    cuda::launch_grid(kernel, grid, block, 256 * sizeof(float), run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      std::get<LinearMemory>(problem.out).data);
}

} // namespace pairscope::specimens
