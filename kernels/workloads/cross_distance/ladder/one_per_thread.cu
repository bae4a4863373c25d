// SPDX-License-Identifier: MIT
// Neighbouring vectors lie `dims` floats apart, so a request of a warp touches up to 32 sectors for 128 bytes.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/cross_distance/problem.h"

namespace pairscope::ladder::cross_distance {
namespace {

using Blocks = cuda::BlockSizes<256, 64, 128, 512>;
constexpr int lanes = 32; // side by side; the warps of a block lie below each other

template <class Target> __global__ void one_per_thread(CrossSets sets, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= sets.rows || col >= sets.cols) return;
    float sum = 0.0f;
    for (int k = 0; k < sets.dims; ++k) {
        const float difference = sets.a[row * sets.a_pitch + k] - sets.b[col * sets.b_pitch + k];
        sum += difference * difference;
    }
    out.store(row, col, sqrtf(sum));
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const dim3 block(lanes, Blocks::threads(run.block) / lanes);
    const dim3 grid(cuda::tiles(sets.cols, lanes), cuda::tiles(sets.rows, static_cast<int>(block.y)));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(one_per_thread<decltype(target)>, grid, block, 0, run.stream, sets, target);
    });
}

} // namespace

KernelVariant one_per_thread_variant() {
    return {
        .title = "One pair per thread",
        .teaches =
            "No pair depends on another pair, so each pair gets a thread of its own, which loops over the coordinates.",
        .wastes = "Neighbouring lanes read different vectors, so their words are not adjacent in memory, and each pair "
                  "loads both of its vectors again.",
        .backend = Backend::cuda,
        .writes_surface = true,
        .blocks = Blocks::all,
        .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
