// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
constexpr int rows_per_thread = 4, lines = 8, rows = rows_per_thread * lines, stride = dims_at_once / 4 + 1;
constexpr int width = 16; // candidates of a window
using Blocks = cuda::BlockSizes<width * lines>;

__global__ void registers_keep_best(MatchSets sets, Screening screening) {
    __shared__ float4 x[rows][stride], y[width][stride];
    const int column = threadIdx.x, line = threadIdx.y, first_row = blockIdx.x * rows;
    Screened found[rows_per_thread];
    for (int first = 0; first < sets.cols; first += width) {
        float scores[rows_per_thread]{};
        for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
            if (first == 0 || sets.dims > dims_at_once) load(x, rows_from(sets, first_row), first_dim);
            load(y, candidates_from(sets, first), first_dim);
            __syncthreads();
            for (int k = 0; k < dims_at_once / 4; ++k) {
                const float4 candidate = y[column][k];
#pragma unroll
                for (int i = 0; i < rows_per_thread; ++i)
                    scores[i] = added(scores[i], x[line + i * lines][k], candidate);
            }
            __syncthreads(); // nobody reads the windows any more, so the next ones may overwrite them
        }
        if (const int candidate = first + column; candidate < sets.cols)
#pragma unroll
            for (int i = 0; i < rows_per_thread; ++i) offer(found[i], scores[i], candidate);
    }
#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
        const Screened of_row = together<width>(found[i]);
        const int row = first_row + line + i * lines;
        if (column == 0 && row < sets.rows) keep(screening, row, 0, of_row);
    }
}

void launch(const Run& run) { launch_windows(registers_keep_best, run, rows, dim3(width, lines)); }

} // namespace

KernelVariant registers_keep_best_variant() {
    return {.title = "Best scores stay in registers",
            .teaches = "Each thread keeps the best of its own scores in registers. The threads of a row compare their "
                       "best scores only once, at the end.",
            .wastes = "A window has only 16 candidates, so a vector of the first set that a warp reads serves only "
                      "half of its lanes.",
            .parent = "best_match/four_matches",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
