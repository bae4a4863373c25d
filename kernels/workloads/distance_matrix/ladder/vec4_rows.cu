// SPDX-License-Identifier: MIT
// Adds to grid2d: a thread keeps four columns in registers, writes them with one 16-byte store, and does so in four
// rows.
//
// Wasted: in linear memory nothing that one would notice (H200, n = 30336: 0.99 of a fill); in a texture half of every
// sector that a request touches (see tile16).
#include "kernels/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

// Of a block: its warps lie below each other, in neighbouring rows.
using Blocks = cuda::BlockSizes<128, 32, 64, 256>;
constexpr int lanes = 32;          // across: a warp writes 128 columns, 512 bytes of one row
constexpr int rows_per_thread = 4; // H200, n = 30336: 2, 4, 8, 16 rows take 0.875, 0.793, 0.809, 0.821 ms
constexpr int row_step = 8;        // between the rows of a thread: these begin alike behind sectors, whatever n is
static_assert(row_step % 8 == 0);

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    // Rounded as IEEE asks. The approximate root saves nothing (H200, n = 30336: 0.792 for 0.793 ms), the memory being
    // the limit; until the power limit takes the clock from 1980 to 1450 MHz, when it is 0.793 for 0.806 to 0.825 ms.
    return sqrtf(dx * dx + dy * dy);
}

template <int warps, class Target> __global__ void vec4_rows(const float2* __restrict__ points, int n, Target out) {
    constexpr int blocks_per_band = row_step / warps;
    static_assert(row_step % warps == 0);
    const int band = blockIdx.y / blocks_per_band, part = blockIdx.y % blocks_per_band;
    const int first_row = band * row_step * rows_per_thread + part * warps + threadIdx.y;
    // Where n is no multiple of 8, rows begin inside a sector: the columns move so that stores keep to whole sectors.
    // H200, n = 30337: 0.80 ms; 0.87 if they only keep to 16 bytes.
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
    const std::int64_t columns = problem.n + 7; // where the columns have moved, the last ones too need a thread
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
            .teaches =
                "A thread that stores 16 bytes in several rows is worth starting: memory becomes the only limit.",
            .wastes = "Nothing in linear memory; in a texture its lanes fill only half of each sector they touch.",
            .parent = "distance_matrix/grid2d",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
