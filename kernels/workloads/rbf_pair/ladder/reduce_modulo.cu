// SPDX-License-Identifier: MIT
// The seven classic steps of a reduction begin here. They all start from squared differences that another kernel has
// written, and differ only in how a block adds these up.
//
// In each step, the threads whose index is a multiple of 2, 4, 8 and so on do the additions.
#include "kernels/workloads/rbf_pair/squares.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

__global__ void add_up(const float* numbers, int count, sums::BlockSums to) {
    extern __shared__ float tree[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tree[t] = i < count ? numbers[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < static_cast<int>(blockDim.x); step *= 2) {
        if (t % (2 * step) == 0) tree[t] += tree[t + step];
        __syncthreads();
    }
    if (t == 0) to.store(tree[0]);
}

void launch(const Run& run) { sums::add_squares(run, {.add_up = add_up, .threads = Blocks::threads(run.block)}); }

} // namespace

KernelVariant reduce_modulo_variant() {
    return {.title = "Tree with modulo",
            .teaches = "A block of n threads adds up its numbers in shared memory, as a tree of log2(n) steps.",
            .wastes = "In the first five steps every warp runs, but with at least half of its lanes switched off. The "
                      "modulo operation is slow, too.",
            .parent = "rbf_pair/two_kernels",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = sums::bytes_for_squares,
            .launch = launch,
            .predicted_bytes = sums::traffic_with_squares,
            .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
