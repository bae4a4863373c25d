// SPDX-License-Identifier: MIT
// One instruction replaces the estimate, its correction and the test of the range of a square root that is rounded as
// IEEE 754 requires.
//
// On an H200 (n = 30336) this kernel takes 0.793 ms, as before. A kernel that waits for memory does not become faster
// by computing less. In 1500 launches without a pause, when the power limit lowers the clock, this variant stays at
// 0.793 ms and vec4_rows varies between 0.79 and 0.89 ms: then memory is not the only limit.
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

// The warps of a block lie below each other, in neighbouring rows.
using Blocks = cuda::BlockSizes<128, 32, 64, 256>;
constexpr int lanes = 32;          // across: a warp writes 128 columns, 512 bytes of one row
constexpr int rows_per_thread = 4; // vec4_rows has the same number
constexpr int row_step = 8;        // between the rows of a thread, which so have the same misalignment for every n
static_assert(row_step % 8 == 0);

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return cuda::approximate_root(dx * dx + dy * dy);
}

template <int warps, class Target> __global__ void sqrt_approx(const float2* __restrict__ points, int n, Target out) {
    constexpr int blocks_per_band = row_step / warps;
    static_assert(row_step % warps == 0);
    const int band = blockIdx.y / blocks_per_band, part = blockIdx.y % blocks_per_band;
    const int first_row = band * row_step * rows_per_thread + part * warps + threadIdx.y;
    const int col = (blockIdx.x * lanes + threadIdx.x) * 4 - out.misalignment(first_row);
    if (col >= n) return;
    float2 mine[4];
    for (int k = 0; k < 4; ++k) mine[k] = points[min(max(col + k, 0), n - 1)];
#pragma unroll
    for (int k = 0; k < rows_per_thread; ++k) {
        const int row = first_row + k * row_step;
        if (row >= n) return;
        const float2 a = points[row];
        const float4 v =
            make_float4(distance(a, mine[0]), distance(a, mine[1]), distance(a, mine[2]), distance(a, mine[3]));
        cuda::store4_inside(out, row, col, n, v);
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const std::int64_t columns = problem.n + 7; // where columns were moved, the last ones need a thread, too
    const unsigned bands = cuda::tiles(problem.n, row_step * rows_per_thread);
    Blocks::with(run.block, [&](auto threads) {
        constexpr int warps = threads / lanes;
        const dim3 grid(cuda::tiles(columns, 4 * lanes), bands * (row_step / warps));
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(sqrt_approx<warps, decltype(target)>, grid, dim3(lanes, warps), 0, run.stream,
                              reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
        });
    });
}

} // namespace

KernelVariant sqrt_approx_variant() {
    return {.title = "Approximate sqrt",
            .teaches = "An approximate sqrt needs one instruction instead of several, but the time stays the same. "
                       "Where memory is the limit, fewer instructions gain nothing.",
            .wastes = "The last bit of each distance is lost, without any gain in speed. In a texture half of each "
                      "sector is wasted, too, as in vec4_rows.",
            .parent = "distance_matrix/vec4_rows",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
