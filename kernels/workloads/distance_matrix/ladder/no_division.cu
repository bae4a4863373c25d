// SPDX-License-Identifier: MIT
// On an H200 (n = 30336) this kernel takes 3.0 ms instead of 4.6. There are 119 blocks, so some multiprocessors have no
// work, and the others run 8 of 64 possible warps. With 32 rows per block instead of 256 it would take 1.6 ms.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

using Blocks = cuda::BlockSizes<256, 32, 64, 128, 512, 1024>;
constexpr int rows_per_block = 256;
constexpr int tile_width = 256; // columns of a tile, which the kernel gets as an argument

template <int threads, class Target>
__global__ void no_division(const float2* __restrict__ points, int n, int tile_cols, Target out) {
    float2* const row_points = cuda::dynamic_shared<float2>();
    float2* const col_points = row_points + rows_per_block;
    const int first_row = blockIdx.x * rows_per_block;
    const int rows = min(rows_per_block, n - first_row);
    for (int i = threadIdx.x; i < rows; i += threads) row_points[i] = points[first_row + i];
    for (int first_col = 0; first_col < n; first_col += tile_cols) {
        const int cols = min(tile_cols, n - first_col);
        __syncthreads(); // nobody reads the old tile any more
        for (int i = threadIdx.x; i < cols; i += threads) col_points[i] = points[first_col + i];
        __syncthreads(); // the new tile is complete
        int row = threadIdx.x / cols;
        int col = threadIdx.x % cols;
        const int row_step = threads / cols; // a step of `threads` entries, in rows and columns
        const int col_step = threads % cols;
        while (row < rows) {
            const float2 a = row_points[row];
            const float2 b = col_points[col];
            const float dx = b.x - a.x;
            const float dy = b.y - a.y;
            out.store(first_row + row, first_col + col, sqrtf(dx * dx + dy * dy));
            row += row_step;
            col += col_step;
            if (col >= cols) { // past the end of the tile's row
                col -= cols;
                ++row;
            }
        }
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    constexpr std::size_t shared_bytes = (rows_per_block + tile_width) * sizeof(float2);
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(no_division<threads, decltype(target)>, cuda::tiles(problem.n, rows_per_block), threads,
                              shared_bytes, run.stream, reinterpret_cast<const float2*>(problem.points),
                              static_cast<int>(problem.n), tile_width, target);
        });
    });
}

} // namespace

KernelVariant no_division_variant() {
    return {.title = "No division",
            .teaches = "A GPU has no instruction for integer division. Each thread now divides once per tile and then "
                       "updates its row and column by additions, which are cheaper.",
            .wastes = "There are fewer blocks than multiprocessors, and each multiprocessor has too few warps to hide "
                      "the latency of its instructions.",
            .parent = "distance_matrix/shared_tile",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
