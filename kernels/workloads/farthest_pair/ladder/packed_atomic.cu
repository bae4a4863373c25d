// SPDX-License-Identifier: MIT
// The rows are stored as 65535 - row, so among equal distances the lowest rows win. There is room for only 16 bits per
// row.
#include "kernels/workloads/farthest_pair/packed.cuh"
#include "kernels/workloads/farthest_pair/rows.cuh"

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int edge = 16; // a block has 16 x 16 threads
using Blocks = cuda::BlockSizes<edge * edge>;

__global__ void find_best(farthest::Rows rows, farthest::Packed* best) {
    const int i = blockIdx.y * edge + threadIdx.y, j = blockIdx.x * edge + threadIdx.x;
    if (i >= rows.n || j >= rows.n || i == j) return;
    atomicMax(best, farthest::packed(farthest::squared_distance(rows, i, j), i, j));
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    farthest::Packed* const best = farthest::packed_in(run.problem.workspace);
    const unsigned blocks = cuda::tiles(problem.n, edge);
    cuda::launch_grid(farthest::begin_packed, 1, 1, 0, run.stream, best);
    cuda::launch_grid(find_best, dim3(blocks, blocks), dim3(edge, edge), 0, run.stream, farthest::rows_of(problem),
                      best);
    cuda::launch_grid(farthest::store_packed, 1, 1, 0, run.stream, best, problem.pair);
}

} // namespace

KernelVariant packed_atomic_variant() {
    return {
        .title = "Distance and rows in one atomic",
        .teaches = "One 64-bit atomic maximum holds the distance in its upper half and both rows in its lower half, so "
                   "no second pass is needed.",
        .wastes =
            "A warp reads single bytes of many rows, and every thread makes an atomic operation on the same address.",
        .parent = "farthest_pair/pair_per_thread",
        .backend = Backend::cuda,
        .blocks = Blocks::all,
        .workspace_bytes = farthest::packed_bytes,
        .why_not = farthest::why_not_packed,
        .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
