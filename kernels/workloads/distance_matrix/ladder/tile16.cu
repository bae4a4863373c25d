// SPDX-License-Identifier: MIT
// A sector of an R32F texture is 4 columns x 2 rows, and 16 columns x 128 rows lie together. Two lanes fill a sector, a
// warp has 16 columns x 8 rows, and a block has 32 columns x 128 rows.
//
// Half of the sectors go to the far half of the L2 cache of an H200, whatever the order, and that is the limit (0.96 of
// a fill). In linear memory a warp writes eight pieces of 64 bytes.
//
// At the ends of misaligned rows the GPU may make one request more in ten thousand than the trace, because the trace
// treats the first entry of a lane there as if it were the first entry of every lane.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

// A block has 2 warps side by side; with the usual 512 threads there are 8 such rows of warps.
using Blocks = cuda::BlockSizes<512, 64, 128, 256, 1024>;
constexpr int tile_cols = 32; // per block: 2 warps of 16 columns
constexpr int steps = 2;      // rows per thread. H200, n = 30336: 1, 2, 4 of them take 1.00, 0.819, 0.828 ms
/// Rows per block: the 8 rows of a warp, times the warps below each other, times the steps. 512 threads have 128 rows.
constexpr int tile_rows_of(int threads) { return 8 * (threads / 64) * steps; }

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return sqrtf(dx * dx + dy * dy);
}

struct Cell {
    int row, col;
};

/// The place of a lane in the 16 columns x 8 rows of its warp. A lane has 4 columns.
template <cuda::Sector sector> __device__ Cell place_of(int lane) {
    if constexpr (sector == cuda::Sector::quad) {
        // Lanes 0 and 1 fill a sector, and lanes 0 to 7 fill two rows of 64 bytes. Lanes that follow the rows fill
        // halves of twice as many sectors: 2.4 ms instead of 0.82 (vec4_rows on an H200, n = 30336).
        return {lane / 8 * 2 + lane % 2, lane / 2 % 4 * 4};
    } else {
        return {lane / 4, lane % 4 * 4};
    }
}

template <int threads, class Target> __global__ void tile16(const float2* __restrict__ points, int n, Target out) {
    constexpr int tile_rows = tile_rows_of(threads);
    const int warp = threadIdx.x / 32;
    const Cell place = place_of<Target::sector>(threadIdx.x % 32);
    const int first_row = blockIdx.y * tile_rows + warp / 2 * 8 + place.row;
    const int col = blockIdx.x * tile_cols + warp % 2 * 16 + place.col - out.misalignment(first_row);
    if (col >= n) return;
    float2 mine[4];
    for (int k = 0; k < 4; ++k) mine[k] = points[min(max(col + k, 0), n - 1)];
#pragma unroll
    for (int k = 0; k < steps; ++k) {
        const int row = first_row + k * (tile_rows / steps);
        if (row >= n) return;
        const float2 a = points[row];
        const float4 v =
            make_float4(distance(a, mine[0]), distance(a, mine[1]), distance(a, mine[2]), distance(a, mine[3]));
        cuda::store4_inside(out, row, col, n, v);
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const std::int64_t columns = problem.n + 7; // see LinearTarget::misalignment
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        // Blocks run along a row of tiles first, because x comes first. Running down a column first takes 1.4 to 2
        // times as long (H200).
        const dim3 grid(cuda::tiles(columns, tile_cols), cuda::tiles(problem.n, tile_rows_of(threads)));
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(tile16<threads, decltype(target)>, grid, threads, 0, run.stream,
                              reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
        });
    });
}

} // namespace

KernelVariant tile16_variant() {
    return {.title = "Tiles shaped like the texture",
            .teaches = "Each thread stores 16 bytes, and two lanes fill a texture sector of 4 columns x 2 rows. So "
                       "whole sectors are written with a quarter of the requests that 4-byte stores need.",
            .wastes = "In linear memory a warp writes eight short pieces instead of one long one. In a texture the L2 "
                      "cache is the limit.",
            .parent = "distance_matrix/tile16x16",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
