// SPDX-License-Identifier: MIT
// The request of a warp for one coordinate of its 32 vectors reads 128 adjacent bytes.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/cross_distance/problem.h"

namespace pairscope::ladder::cross_distance {
namespace {

using Blocks = cuda::BlockSizes<256, 64, 128, 512>;
constexpr int lanes = 32; // side by side; the warps of a block lie below each other

template <class Target> __global__ void transposed_input(CrossSets sets, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= sets.rows || col >= sets.cols) return;
    float sum = 0.0f;
    for (int k = 0; k < sets.dims; ++k) {
        const float difference = sets.a[k * sets.a_pitch + row] - sets.b[k * sets.b_pitch + col];
        sum += difference * difference;
    }
    out.store(row, col, sqrtf(sum));
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const dim3 block(lanes, Blocks::threads(run.block) / lanes);
    const dim3 grid(cuda::tiles(sets.cols, lanes), cuda::tiles(sets.rows, static_cast<int>(block.y)));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(transposed_input<decltype(target)>, grid, block, 0, run.stream, sets, target);
    });
}

} // namespace

KernelVariant transposed_input_variant() {
    return {.title = "Column-major input",
            .teaches = "If each lane has a vector of its own, the same coordinate of all vectors should be adjacent in "
                       "memory. In a column-major layout a warp reads 128 adjacent bytes.",
            .wastes = "Every coordinate of the second set is loaded again for each row of the matrix.",
            .parent = "cross_distance/one_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .layout = Layout::column_major,
            .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
