// SPDX-License-Identifier: MIT
// Adds to vec4_rows: lanes shaped for the texture. A sector of an R32F texture is 4 columns x 2 rows; a warp of 16
// columns x 2 rows fills four of them, and 8 rows a thread make a block of 16 columns x 128 rows, which lie together.
//
// H200, n = 30336, texture: 0.96 ms, after 2.4.
//
// Wasted: a store of 4 bytes, where 16 would do with a quarter of the requests (tile16). In linear memory a warp writes
// two pieces of 64 bytes.
#include "kernels/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int side = 16;           // of a block's square of threads
constexpr int rows_per_thread = 8; // 16 rows apart. H200, n = 30336: 4, 8, 16 take 0.99, 0.95, 0.93 ms
constexpr int tile_rows = side * rows_per_thread;
using Blocks = cuda::BlockSizes<side * side>;

template <class Target> __global__ void tile16x16(const float2* __restrict__ points, int n, Target out) {
    const int first_row = blockIdx.y * tile_rows + threadIdx.y;
    // A row that begins inside a sector moves its columns to the left, so that the stores fill whole sectors (see
    // vec4_rows). All rows of a thread begin alike, because they are 16 apart. H200, n = 30337, linear memory: 1.04 ms;
    // 2.56 if the columns stay where they are.
    const int col = blockIdx.x * side + threadIdx.x - out.misalignment(first_row);
    if (col < 0 || col >= n) return;
    const float2 b = points[col];
#pragma unroll
    for (int k = 0; k < rows_per_thread; ++k) {
        const int row = first_row + k * side;
        if (row >= n) return;
        const float2 a = points[row];
        const float dx = b.x - a.x;
        const float dy = b.y - a.y;
        out.store(row, col, sqrtf(dx * dx + dy * dy));
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const std::int64_t columns = problem.n + 7; // columns that were moved to the left leave up to 7 for one more block
    const dim3 grid(cuda::tiles(columns, side), cuda::tiles(problem.n, tile_rows));
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(tile16x16<decltype(target)>, grid, dim3(side, side), 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
    });
}

} // namespace

KernelVariant tile16x16_variant() {
    return {.title = "Square blocks for the texture",
            .teaches = "Where a sector is 4 columns x 2 rows, a warp two rows high fills whole sectors, and a long one "
                       "does not.",
            .wastes = "Four bytes a store: four times the requests of a 16-byte store.",
            .parent = "distance_matrix/vec4_rows",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
