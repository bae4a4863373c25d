// SPDX-License-Identifier: MIT
// The threads are counted in 64 bits, because 60 000 vectors have 1.8 billion pairs, and sets that are not much larger
// have more than 2^32. A thread finds its pair from its number by a square root. The key of the atomic operation has 32
// bits for the row, so it works for any number of vectors; the second row is found afterwards, among the partners of
// the winning row.
#include "kernels/workloads/farthest_pair/triangle.cuh"
#include "kernels/workloads/farthest_pair/winner.cuh"

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int threads = 256;
using Blocks = cuda::BlockSizes<threads>;

struct Columns {
    const std::uint8_t* data;
    std::int64_t pitch;
    int dims;

    __device__ unsigned operator()(int i, int j) const {
        unsigned square = 0;
        for (int k = 0; k < dims; ++k) {
            const int difference = data[k * pitch + i] - data[k * pitch + j];
            square += static_cast<unsigned>(difference * difference);
        }
        return square;
    }
};

__global__ void find_best(Columns squared_distance, int n, std::int64_t pairs, farthest::Winner* winner) {
    const std::int64_t index = std::int64_t{blockIdx.x} * threads + threadIdx.x;
    if (index >= pairs) return;
    const auto [i, j] = farthest::entry_above_diagonal(index, n);
    atomicMax(&winner->key, farthest::key_of(squared_distance(i, j), i));
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    farthest::Winner* const winner = farthest::winner_in(run.problem.workspace);
    const Columns squared_distance{problem.data, problem.pitch, problem.dims};
    const std::int64_t pairs = farthest::entries_before(problem.n, problem.n);
    cuda::launch_grid(farthest::begin_search, 1, 1, 0, run.stream, winner);
    cuda::launch_grid(find_best, cuda::tiles(pairs, threads), threads, 0, run.stream, squared_distance, problem.n,
                      pairs, winner);
    farthest::finish_search(problem, squared_distance, winner, run.stream);
}

} // namespace

KernelVariant triangular_variant() {
    return {.title = "Half of the pairs",
            .teaches = "A distance is the same in both directions, so it is enough to compute the pairs above the "
                       "diagonal, which are half of all.",
            .wastes = "Each load brings only one byte, and every thread makes an atomic operation on the same address.",
            .parent = "farthest_pair/column_major",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .layout = Layout::column_major,
            .workspace_bytes = farthest::winner_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
