// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
constexpr int rows_per_thread = 4, lines = 8, rows = rows_per_thread * lines, stride = dims_at_once / 4 + 1;
constexpr int cols_per_thread = 2, width = 16, cols = cols_per_thread * width; // candidates of a window
using Blocks = cuda::BlockSizes<width * lines>;

__global__ void two_features(MatchSets sets, Screening screening) {
    __shared__ float4 x[rows][stride], y[cols][stride];
    const int column = threadIdx.x, line = threadIdx.y, first_row = blockIdx.x * rows;
    Screened found[rows_per_thread];
    for (int first = 0; first < sets.cols; first += cols) {
        float scores[rows_per_thread][cols_per_thread]{};
        for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
            if (first == 0 || sets.dims > dims_at_once) load(x, rows_from(sets, first_row), first_dim);
            load(y, candidates_from(sets, first), first_dim);
            __syncthreads();
            for (int k = 0; k < dims_at_once / 4; ++k) {
                float4 candidates[cols_per_thread];
#pragma unroll
                for (int j = 0; j < cols_per_thread; ++j) candidates[j] = y[column + j * width][k];
#pragma unroll
                for (int i = 0; i < rows_per_thread; ++i) {
                    const float4 row = x[line + i * lines][k];
#pragma unroll
                    for (int j = 0; j < cols_per_thread; ++j) scores[i][j] = added(scores[i][j], row, candidates[j]);
                }
            }
            __syncthreads(); // nobody reads the windows any more, so the next ones may overwrite them
        }
#pragma unroll
        for (int j = 0; j < cols_per_thread; ++j) {
            const int candidate = first + column + j * width;
            if (candidate >= sets.cols) break;
#pragma unroll
            for (int i = 0; i < rows_per_thread; ++i) offer(found[i], scores[i][j], candidate);
        }
    }
#pragma unroll
    for (int i = 0; i < rows_per_thread; ++i) {
        const Screened of_row = together<width>(found[i]);
        const int row = first_row + line + i * lines;
        if (column == 0 && row < sets.rows) keep(screening, row, 0, of_row);
    }
}

void launch(const Run& run) { launch_windows(two_features, run, rows, dim3(width, lines)); }

} // namespace

KernelVariant two_features_variant() {
    return {.title = "Two candidates by four rows",
            .teaches = "With two candidates and four rows in registers, six loads serve 32 multiply-adds; before, five "
                       "loads served 16.",
            .wastes =
                "All threads wait while a window is copied, and there is still one load for about five multiply-adds.",
            .parent = "best_match/wide_window",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
