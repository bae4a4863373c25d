// SPDX-License-Identifier: MIT
// Adds to two_kernels: the tree lies in shared memory. It is the first of seven classic steps of a reduction, which
// differ in nothing but how a block adds up squared differences that another kernel has written.
//
// Wasted: in each step the threads that add are those whose index is a multiple of 2, 4, 8 and so on. Every warp has
// such threads in the first five steps, so all warps go through them with half or more of their lanes switched off; and
// % is slow.
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
            .teaches = "A block of n threads adds up its numbers in shared memory in log2(n) steps.",
            .wastes = "In the first five steps every warp runs, with half or more of its lanes switched off.",
            .parent = "rbf_pair/two_kernels",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = sums::bytes_for_squares,
            .launch = launch,
            .predicted_bytes = sums::traffic_with_squares,
            .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
