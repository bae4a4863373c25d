// SPDX-License-Identifier: MIT
// A block has a square of 64 x 64 pairs. A thread keeps the best of its 16 pairs, a warp finds the best of its threads
// by shuffles, and the block finds the best of its warps. One load brings four coordinates, and each loaded coordinate
// serves four pairs.
//
// A GPU counts 4 shared loads in each block where the trace has 7, because nvcc loads the keys of two warps at once.
#include "kernels/workloads/farthest_pair/triangle.cuh"
#include "kernels/workloads/farthest_pair/winner.cuh"
#include "kernels/workloads/farthest_pair/words.cuh"

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int edge = 16; // a block has 16 x 16 threads
using Blocks = cuda::BlockSizes<edge * edge>;
constexpr int per_thread = 4; // rows, and columns, of a thread's pairs
constexpr int tile = edge * per_thread;

__device__ unsigned added(unsigned square, unsigned x, unsigned y) {
#pragma unroll
    for (int shift = 0; shift < 32; shift += 8) {
        const int difference = static_cast<int>(x >> shift & 255) - static_cast<int>(y >> shift & 255);
        square += static_cast<unsigned>(difference * difference);
    }
    return square;
}

__global__ void __launch_bounds__(edge* edge) find_best(farthest::Words words, int tiles, farthest::Winner* winner) {
    // The tiles on the diagonal belong to the triangle, too, so it has one more row.
    const auto [tile_row, next] = farthest::entry_above_diagonal(blockIdx.x, tiles + 1);
    const int first_i = tile_row * tile + threadIdx.y, first_j = (next - 1) * tile + threadIdx.x;
    unsigned squares[per_thread][per_thread] = {};
    for (int w = 0; w < words.count; ++w) {
        unsigned x[per_thread], y[per_thread];
        for (int a = 0; a < per_thread; ++a) x[a] = words.at(min(first_i + a * edge, words.n - 1), w);
        for (int b = 0; b < per_thread; ++b) y[b] = words.at(min(first_j + b * edge, words.n - 1), w);
        for (int a = 0; a < per_thread; ++a)
            for (int b = 0; b < per_thread; ++b) squares[a][b] = added(squares[a][b], x[a], y[b]);
    }
    farthest::Key best = farthest::no_key;
    for (int a = 0; a < per_thread; ++a)
        for (int b = 0; b < per_thread; ++b) {
            const int i = first_i + a * edge, j = first_j + b * edge;
            if (i < j && j < words.n) best = max(best, farthest::key_of(squares[a][b], i));
        }
    const int thread = threadIdx.y * edge + threadIdx.x;
    best = farthest::best_of_block<edge * edge>(best, thread);
    if (thread == 0) atomicMax(&winner->key, best);
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const farthest::Words words = farthest::words_of(problem);
    farthest::Winner* const winner = farthest::winner_in(run.problem.workspace);
    const unsigned tiles = cuda::tiles(problem.n, tile);
    const auto blocks = static_cast<unsigned>(farthest::entries_before(tiles + 1, tiles + 1));
    cuda::launch_grid(farthest::begin_search, 1, 1, 0, run.stream, winner);
    cuda::launch_grid(find_best, blocks, dim3(edge, edge), 0, run.stream, words, static_cast<int>(tiles), winner);
    farthest::finish_search(problem, words, winner, run.stream);
}

} // namespace

KernelVariant tile_reduce_variant() {
    return {.title = "One atomic per block",
            .teaches = "Each thread, each warp and then the block keep only their best pair, so 4 096 pairs need one "
                       "atomic operation.",
            .wastes =
                "Each byte is extracted from its word, subtracted, multiplied and added by separate instructions.",
            .parent = "farthest_pair/triangular",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .layout = Layout::interleaved,
            .workspace_bytes = farthest::winner_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
