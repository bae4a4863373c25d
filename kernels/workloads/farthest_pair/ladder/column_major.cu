// SPDX-License-Identifier: MIT
// The threads of a warp read one byte each from a few sectors, and no longer from 16 rows.
#include "kernels/workloads/farthest_pair/packed.cuh"

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int width = 32, height = 8; // a warp has one row of the table of pairs
using Blocks = cuda::BlockSizes<width * height>;

__global__ void find_best(const std::uint8_t* __restrict__ columns, std::int64_t pitch, int n, int dims,
                          farthest::Packed* best) {
    const int i = blockIdx.y * height + threadIdx.y, j = blockIdx.x * width + threadIdx.x;
    if (i >= n || j >= n || i == j) return;
    unsigned square = 0;
    for (int k = 0; k < dims; ++k) {
        const std::uint8_t* const column = columns + k * pitch;
        const int difference = column[i] - column[j]; // all lanes read column[i]; column[j] are 32 bytes side by side
        square += static_cast<unsigned>(difference * difference);
    }
    atomicMax(best, farthest::packed(square, i, j));
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    farthest::Packed* const best = farthest::packed_in(run.problem.workspace);
    const dim3 grid(cuda::tiles(problem.n, width), cuda::tiles(problem.n, height));
    cuda::launch_grid(farthest::begin_packed, 1, 1, 0, run.stream, best);
    cuda::launch_grid(find_best, grid, dim3(width, height), 0, run.stream, problem.data, problem.pitch, problem.n,
                      problem.dims, best);
    cuda::launch_grid(farthest::store_packed, 1, 1, 0, run.stream, best, problem.pair);
}

} // namespace

KernelVariant column_major_variant() {
    return {.title = "Column-major vectors",
            .teaches =
                "If the set is stored by columns, the bytes that a warp reads at the same time lie side by side.",
            .wastes = "Each pair is computed twice, and each load brings only one byte.",
            .parent = "farthest_pair/packed_atomic",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .layout = Layout::column_major,
            .workspace_bytes = farthest::packed_bytes,
            .why_not = farthest::why_not_packed,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
