// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::ladder::best_match {
namespace {

using namespace matching;
constexpr int rows_per_thread = 4, lines = 8, rows = rows_per_thread * lines, stride = dims_at_once / 4 + 1;
using Blocks = cuda::BlockSizes<side * lines>;

__global__ void four_matches(MatchSets sets, Screening screening) {
    __shared__ float4 x[rows][stride], y[side][stride];
    __shared__ float scores[rows][side + 1];
    const int column = threadIdx.x, line = threadIdx.y, first_row = blockIdx.x * rows;
    const int my_row = thread_of_block(); // the row whose scores this thread looks at, if it is below `rows`
    Screened found;
    for (int first = 0; first < sets.cols; first += side) {
        float mine[rows_per_thread]{};
        for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
            if (first == 0 || sets.dims > dims_at_once) load(x, rows_from(sets, first_row), first_dim);
            load(y, candidates_from(sets, first), first_dim);
            __syncthreads();
            for (int k = 0; k < dims_at_once / 4; ++k) {
                const float4 candidate = y[column][k];
#pragma unroll
                for (int i = 0; i < rows_per_thread; ++i) mine[i] = added(mine[i], x[line + i * lines][k], candidate);
            }
            __syncthreads(); // nobody reads the windows any more, so the next ones may overwrite them
        }
        for (int i = 0; i < rows_per_thread; ++i) scores[line + i * lines][column] = mine[i];
        __syncthreads();
        if (my_row < rows)
            for (int k = 0; k < side && first + k < sets.cols; ++k) offer(found, scores[my_row][k], first + k);
    }
    if (my_row < rows && first_row + my_row < sets.rows) keep(screening, first_row + my_row, 0, found);
}

void launch(const Run& run) { launch_windows(four_matches, run, rows, dim3(side, lines)); }

} // namespace

KernelVariant four_matches_variant() {
    return {.title = "Four rows per thread",
            .teaches =
                "Each candidate that a thread loads serves four vectors, so five loads serve sixteen multiply-adds.",
            .wastes = "All scores go through shared memory, and few threads look at them while the others wait.",
            .parent = "best_match/float4_loads",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = screening_of_one_slice,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
