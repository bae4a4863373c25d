// SPDX-License-Identifier: MIT
// A thread stores 16 bytes in each of four rows. On an H200 (n = 30336) it reaches 0.99 of a fill in linear memory;
// tile16 says what happens in a texture.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

// The warps of a block lie below each other, in neighbouring rows.
using Blocks = cuda::BlockSizes<128, 32, 64, 256>;
constexpr int lanes = 32;          // across: a warp writes 128 columns, 512 bytes of one row
constexpr int rows_per_thread = 4; // H200, n = 30336: 2, 4, 8, 16 rows take 0.875, 0.793, 0.809, 0.821 ms
constexpr int row_step = 8;        // between the rows of a thread, which so have the same misalignment for every n
static_assert(row_step % 8 == 0);

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    // The root is rounded as IEEE 754 requires. An approximate root saves nothing (H200, n = 30336: 0.792 instead of
    // 0.793 ms), because memory is the limit. It saves time only when the power limit lowers the clock from 1980 to
    // 1450 MHz: 0.793 instead of 0.806 to 0.825 ms.
    return sqrtf(dx * dx + dy * dy);
}

template <int warps, class Target> __global__ void vec4_rows(const float2* __restrict__ points, int n, Target out) {
    constexpr int blocks_per_band = row_step / warps;
    static_assert(row_step % warps == 0);
    const int band = blockIdx.y / blocks_per_band, part = blockIdx.y % blocks_per_band;
    const int first_row = band * row_step * rows_per_thread + part * warps + threadIdx.y;
    // Where n is not a multiple of 8, rows begin inside a sector. The columns of a thread are then moved to the left,
    // so that its stores fill whole sectors. On an H200 (n = 30337) this takes 0.80 ms; with stores that are only
    // aligned to 16 bytes it takes 0.87 ms.
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
            cuda::launch_grid(vec4_rows<warps, decltype(target)>, grid, dim3(lanes, warps), 0, run.stream,
                              reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
        });
    });
}

} // namespace

KernelVariant vec4_rows_variant() {
    return {.title = "Four columns, several rows",
            .teaches = "Each thread stores 16 bytes at once, and does so in several rows. Fewer threads have to be "
                       "started, and memory is the only limit.",
            .wastes = "In linear memory it wastes nothing that could be measured. In a texture its lanes fill only "
                      "half of each sector that they touch.",
            .parent = "distance_matrix/grid2d",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
