// SPDX-License-Identifier: MIT
// Each thread computes entries that lie STRIDE columns apart.
// workload: distance_matrix   block: 64, 2
// slider: STRIDE = 4 from 1 to 64
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ float root_of(float x, float y) { return sqrtf(x * x + y * y); }

// Every entry has one thread.
// grid: (n + block * STRIDE - 1) / (block * STRIDE), min(n, max(1, (n + 1) / 2))
template <class Target> __global__ void strided(const float2* __restrict__ points, int n, Target out) {
    cg::thread_block block = cg::this_thread_block();
    const int first = blockIdx.x * blockDim.x * STRIDE + block.thread_index().x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n) return;
    for (int k = 0; k < STRIDE; ++k) {
        const int col = first + k * static_cast<int>(blockDim.x);
        if (col < n) out.store(row, col, root_of(points[row].x - points[col].x, points[row].y - points[col].y));
    }
}
