// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
constexpr int rows_per_thread = 4, lines = 8, rows = rows_per_thread * lines, stride = dims_at_once / 4 + 1;
constexpr int width = 32; // candidates of a window
using Blocks = cuda::BlockSizes<width * lines>;

__global__ void wide_window(MatchSets sets, Screening screening) {
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

void launch(const Run& run) { launch_windows(wide_window, run, rows, dim3(width, lines)); }

} // namespace

KernelVariant wide_window_variant() {
    return {.title = "A window as wide as a warp",
            .teaches = "With 32 candidates per window, all lanes of a warp read the same vector of the first set, so "
                       "one load serves all of them.",
            .wastes = "A thread needs five loads of four coordinates for sixteen multiply-adds.",
            .parent = "best_match/registers_keep_best",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
