// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch.h"
#include "kernels/ladder/variant.h"
#include "kernels/matrix/target.cuh"

#include <algorithm>
#include <cooperative_groups.h>
#include <cstdint>
#include <cuda_runtime.h>
#include <variant>

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int STRIDE = 4; // from 1 to 64

// Each thread computes entries that lie STRIDE columns apart.

namespace cg = cooperative_groups;

__device__ float root_of(float x, float y) { return sqrtf(x * x + y * y); }

// Every entry has one thread.
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

dim3 extents(std::int64_t x, std::int64_t y = 1, std::int64_t z = 1) {
    return dim3(static_cast<unsigned>(x), static_cast<unsigned>(y), static_cast<unsigned>(z));
}

void launch(const Run& run) {
    [[maybe_unused]] const Problem& problem = run.problem;
    const std::int64_t n = problem.a.rows;
    cuda::with_target(problem.out, [&](auto out) {
        cuda::launch_grid(strided<decltype(out)>,
                          extents((n + 64 * STRIDE - 1) / (64 * STRIDE), std::min<std::int64_t>(n, std::max<std::int64_t>(1, (n + 1) / 2))), extents(64, 2),
                          0, run.stream,
                          static_cast<const float2*>(problem.a.data), static_cast<int>(problem.a.rows), out);
    });
}

} // namespace

KernelVariant strided_variant() {
    return {.title = "strided",
            .teaches = "What the student learns from this variant, in one or two sentences.",
            .wastes = "What this variant still wastes, in one or two sentences.",
            .parent = "distance_matrix/row_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
