// SPDX-License-Identifier: MIT
// With 256 rows per block there are 119 blocks at n = 30336, fewer than the multiprocessors of an H200, each of which
// could hold eight. Blocks of 32 rows take 2.7 ms instead of 8.2, but would hide what the next variants teach.
//
// The trace differs from the counters by less than 1 % where n is not a multiple of 256. There nvcc unrolls the loop by
// four and runs the rest first, so the lanes of a warp that have different numbers of entries are out of step.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

using Blocks = cuda::BlockSizes<256, 32, 64, 128, 512, 1024>;
constexpr int rows_per_block = 256; // the same number as in row_per_thread; 256 * 32768 entries fit into 32 bits

// The compiler knows the block size, so it unrolls the loop.
template <int threads, class Target> __global__ void coalesced(const float2* __restrict__ points, int n, Target out) {
    const int first_row = blockIdx.x * rows_per_block;
    const int rows = min(rows_per_block, n - first_row);
    for (int entry = threadIdx.x; entry < rows * n; entry += threads) {
        const int row = first_row + entry / n;
        const int col = entry % n;
        const float2 a = points[row]; // lanes mostly share a row, so one sector serves them
        const float2 b = points[col];
        const float dx = b.x - a.x;
        const float dy = b.y - a.y;
        // It takes 8.2 ms on an H200 (n = 30336), half of row_per_thread. Writing into a texture takes 16.4 ms: there a
        // row of 32 entries lies in 8 sectors and fills half of each.
        out.store(row, col, sqrtf(dx * dx + dy * dy));
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(coalesced<threads, decltype(target)>, cuda::tiles(problem.n, rows_per_block), threads, 0,
                              run.stream, reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                              target);
        });
    });
}

} // namespace

KernelVariant coalesced_variant() {
    return {.title = "Coalesced stores",
            .teaches = "Neighbouring threads now write neighbouring columns, so the 32 stores of a warp fill 4 whole "
                       "sectors instead of touching 32 sectors.",
            .wastes = "Each entry costs an integer division, and there are fewer blocks than multiprocessors. In a "
                      "texture a sector holds 4 columns x 2 rows. A warp that writes one row fills only half of each "
                      "sector, so the kernel takes twice as long as in linear memory.",
            .parent = "distance_matrix/row_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
