// SPDX-License-Identifier: MIT
// Adds to row_per_thread: a block walks its rows together, neighbouring threads at neighbouring columns, so that a
// warp's 32 stores fill 4 whole sectors.
//
// Wasted: the place of an entry is found by dividing, which the GPU does in about twenty instructions; and a block for
// 256 rows makes 119 blocks of n = 30336, fewer than an H200 has multiprocessors, each of which could hold eight.
// Blocks of 32 rows take 2.7 ms instead of 8.2, and would hide what the next variants are about.
//
// The trace differs from the counters where n is no multiple of 256, by less than 1 %: nvcc unrolls the loop by four
// and takes the rest first, so that in one warp, whose lanes have different numbers of entries, they are out of step.
#include "kernels/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

using Blocks = cuda::BlockSizes<256, 32, 64, 128, 512, 1024>;
constexpr int rows_per_block = 256; // as many as a block of row_per_thread has: 256 * 32768 entries fit 32 bits

// The compiler knows the size of a block, and unrolls the loop.
template <int threads, class Target> __global__ void coalesced(const float2* __restrict__ points, int n, Target out) {
    const int first_row = blockIdx.x * rows_per_block;
    const int rows = min(rows_per_block, n - first_row);
    for (int entry = threadIdx.x; entry < rows * n; entry += threads) {
        const int row = first_row + entry / n;
        const int col = entry % n;
        const float2 a = points[row]; // lanes mostly share a row: one sector, broadcast
        const float2 b = points[col];
        const float dx = b.x - a.x;
        const float dy = b.y - a.y;
        // 8.2 ms on an H200 (n = 30336), half of row_per_thread. Into a texture 16.4 ms: there a row of 32 entries lies
        // in 8 sectors and fills half of each.
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
            .teaches = "Neighbouring threads write neighbouring columns: a warp's stores then fill whole sectors.",
            .wastes =
                "A division for every entry, and fewer blocks than the GPU has multiprocessors. A sector of a texture "
                "holds 4 columns x 2 rows, so a warp that writes one row fills only half of each sector, and the "
                "kernel is half as fast there as in linear memory.",
            .parent = "distance_matrix/row_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
