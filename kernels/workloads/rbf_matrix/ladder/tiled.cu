// SPDX-License-Identifier: MIT
// A tile has 64 x 64 pairs. Each thread keeps the point of one column in a register for all of its rows.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/rbf_matrix/problem.h"

namespace pairscope::ladder::rbf_matrix {
namespace {

using Blocks = cuda::BlockSizes<256, 64, 128, 512, 1024>;
constexpr int side = 64; // rows and columns of a tile: two warps write 256 bytes of one row

template <int threads, class Target>
__global__ void tiled(const float2* __restrict__ points, int n, float sigma, Target out) {
    __shared__ float2 row_points[side];
    const int first_row = blockIdx.y * side, col = blockIdx.x * side + threadIdx.x;
    for (int i = threadIdx.y * side + threadIdx.x; i < side; i += threads)
        row_points[i] = points[min(first_row + i, n - 1)];
    const float2 b = points[min(col, n - 1)];
    __syncthreads();
    if (col >= n) return;
    for (int i = threadIdx.y; i < side && first_row + i < n; i += threads / side) {
        const float2 a = row_points[i];
        const float dx = b.x - a.x;
        const float dy = b.y - a.y;
        out.store(first_row + i, col, expf(-(dx * dx + dy * dy) / (2.0f * sigma * sigma)));
    }
}

void launch(const Run& run) {
    const auto problem = rbf_matrix_problem(run);
    const dim3 grid(cuda::tiles(problem.n, side), cuda::tiles(problem.n, side));
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(tiled<threads, decltype(target)>, grid, dim3(side, threads / side), 0, run.stream,
                              reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                              static_cast<float>(problem.sigma), target);
        });
    });
}

} // namespace

KernelVariant tiled_variant() {
    return {.title = "Tiles of 64 x 64 pairs",
            .teaches = "A block that computes a tile loads the point of each row only once, and each thread computes "
                       "several pairs.",
            .wastes = "Each pair still costs a division and a store of its own.",
            .parent = "rbf_matrix/one_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::rbf_matrix
