// SPDX-License-Identifier: MIT
// The threads of a warp read from 16 rows, one byte at a time.
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/farthest_pair/rows.cuh"

#include <algorithm>

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int edge = 16; // a block has 16 x 16 threads
using Blocks = cuda::BlockSizes<edge * edge>;
constexpr int most_blocks_down = 65535;

struct Search {
    unsigned square;
    unsigned long long index; ///< the number of the pair: first row * n + second row
};

__global__ void begin(Search* search) {
    search->square = 0;
    search->index = ~0ull;
}

/// The grid may have fewer rows than the table of pairs, because a grid has at most 65535 blocks in y.
__global__ void find_largest(farthest::Rows rows, Search* search) {
    const int j = blockIdx.x * edge + threadIdx.x;
    if (j >= rows.n) return;
    for (int i = blockIdx.y * edge + threadIdx.y; i < rows.n; i += gridDim.y * edge)
        if (i != j) atomicMax(&search->square, farthest::squared_distance(rows, i, j));
}

__global__ void find_pair(farthest::Rows rows, Search* search) {
    const int j = blockIdx.x * edge + threadIdx.x;
    if (j >= rows.n) return;
    for (int i = blockIdx.y * edge + threadIdx.y; i < rows.n; i += gridDim.y * edge)
        if (i != j && farthest::squared_distance(rows, i, j) == search->square)
            atomicMin(&search->index, static_cast<unsigned long long>(i) * rows.n + j);
}

__global__ void store(const Search* search, int n, FoundPair* pair) {
    pair->first = static_cast<std::int64_t>(search->index / n);
    pair->second = static_cast<std::int64_t>(search->index % n);
    pair->value = search->square;
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const farthest::Rows rows = farthest::rows_of(problem);
    auto* const search = reinterpret_cast<Search*>(run.problem.workspace);
    const unsigned blocks = cuda::tiles(problem.n, edge);
    const dim3 grid(blocks, std::min<unsigned>(blocks, most_blocks_down)), block(edge, edge);
    cuda::launch_grid(begin, 1, 1, 0, run.stream, search);
    cuda::launch_grid(find_largest, grid, block, 0, run.stream, rows, search);
    cuda::launch_grid(find_pair, grid, block, 0, run.stream, rows, search);
    cuda::launch_grid(store, 1, 1, 0, run.stream, search, problem.n, problem.pair);
}

std::int64_t workspace_bytes(const Workload&) { return sizeof(Search); }

} // namespace

KernelVariant pair_per_thread_variant() {
    return {
        .title = "One pair per thread",
        .teaches =
            "An atomic maximum lets all threads agree on the largest distance, whatever the order in which they run.",
        .wastes = "The pair has to be found in a second pass, and each pair is computed twice, once from each side.",
        .backend = Backend::cuda,
        .blocks = Blocks::all,
        .workspace_bytes = workspace_bytes,
        .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
