// SPDX-License-Identifier: MIT
// A sector of an R32F texture is 4 columns x 2 rows. A warp of 16 columns x 2 rows fills four of them, and with 8 rows
// per thread a block has 16 columns x 128 rows, which lie together in the texture.
//
// On an H200 (n = 30336), writing into the texture takes 0.96 ms, after 2.4 for vec4_rows.
//
// In linear memory a warp writes two pieces of 64 bytes.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int side = 16;           // side of the square of threads in a block
constexpr int rows_per_thread = 8; // one every 16 rows. H200, n = 30336: 4, 8, 16 take 0.99, 0.95, 0.93 ms
constexpr int tile_rows = side * rows_per_thread;
using Blocks = cuda::BlockSizes<side * side>;

template <class Target> __global__ void tile16x16(const float2* __restrict__ points, int n, Target out) {
    const int first_row = blockIdx.y * tile_rows + threadIdx.y;
    // Where a row begins inside a sector, its columns are moved to the left, so that the stores fill whole sectors (see
    // vec4_rows). All rows of a thread have the same misalignment, because they are 16 apart. On an H200 (n = 30337,
    // linear memory) it takes 1.04 ms, and 2.56 ms if the columns are not moved.
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
            .teaches = "In a texture a sector is 4 columns x 2 rows. A warp that is two rows high fills whole sectors, "
                       "and a warp that lies along one row fills only half of each.",
            .wastes = "Each store has only 4 bytes, so there are four times as many requests as with 16-byte stores.",
            .parent = "distance_matrix/vec4_rows",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
