// SPDX-License-Identifier: MIT
// Adds to tile16x16: 16-byte stores. A sector of an R32F texture is 4 columns x 2 rows, and 16 columns x 128 rows lie
// together: two lanes fill a sector, a warp 16 columns x 8 rows, a block 32 columns x 128 rows.
//
// Wasted: half of the sectors cross to the far half of the H200's L2, whatever the order, and that is the limit (0.96
// of a fill). In linear memory a warp writes eight pieces of 64 bytes.
//
// At the ends of misaligned rows the GPU may make a request more in ten thousand than the trace, which takes a lane's
// first entry there for every lane's first.
#include "kernels/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

// Of a block: its warps lie 2 across, and the usual 512 threads 8 down.
using Blocks = cuda::BlockSizes<512, 64, 128, 256, 1024>;
constexpr int tile_cols = 32; // of a block: 2 warps of 16 columns
constexpr int steps = 2;      // rows of a thread. H200, n = 30336: 1, 2, 4 of them take 1.00, 0.819, 0.828 ms
/// Of a block: the 8 rows of a warp, the warps down, and all of that twice. 128 of 512 threads.
constexpr int tile_rows_of(int threads) { return 8 * (threads / 64) * steps; }

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return sqrtf(dx * dx + dy * dy);
}

struct Place {
    int row, col;
};

/// Where a lane lies in its warp's 16 columns x 8 rows; it owns 4 columns.
template <cuda::Sector sector> __device__ Place place_of(int lane) {
    if constexpr (sector == cuda::Sector::quad) {
        // Lanes 0 and 1 fill a sector, lanes 0 to 7 two rows of 64 bytes. Lanes along rows half-fill twice as many
        // sectors: 2.4 ms instead of 0.82 (vec4_rows; H200, n = 30336).
        return {lane / 8 * 2 + lane % 2, lane / 2 % 4 * 4};
    } else {
        return {lane / 4, lane % 4 * 4};
    }
}

template <int threads, class Target> __global__ void tile16(const float2* __restrict__ points, int n, Target out) {
    constexpr int tile_rows = tile_rows_of(threads);
    const int warp = threadIdx.x / 32;
    const Place place = place_of<Target::sector>(threadIdx.x % 32);
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
        // x first: blocks run along a row of tiles. Going down first costs a factor of 1.4 to 2 (H200).
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
            .teaches =
                "A texture's sector is 4 columns x 2 rows: lanes that fill whole sectors halve the work of the caches.",
            .wastes = "In linear memory a warp writes eight short pieces instead of one long one; in a texture the L2 "
                      "is the limit.",
            .parent = "distance_matrix/tile16x16",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
