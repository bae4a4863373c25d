// SPDX-License-Identifier: MIT
// Up to 8 lanes of a warp use the same bank with 256 threads, and up to 32 with 1024.
#include "kernels/workloads/rbf_pair/squares.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

__global__ void add_up(const float* numbers, int count, sums::BlockSums to) {
    extern __shared__ float tree[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, threads = blockDim.x;
    tree[t] = i < count ? numbers[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < threads; step *= 2) {
        const int place = 2 * step * t;
        if (place < threads) tree[place] += tree[place + step];
        __syncthreads();
    }
    if (t == 0) to.store(tree[0]);
}

void launch(const Run& run) { sums::add_squares(run, {.add_up = add_up, .threads = Blocks::threads(run.block)}); }

} // namespace

KernelVariant reduce_strided_index_variant() {
    return {
        .title = "The first threads add",
        .teaches = "The first threads of the block do all additions. The idle threads then fill whole "
                   "warps, and idle warps cost nothing. Before, every warp had idle lanes.",
        .wastes =
            "The numbers that a warp adds lie in only a few banks of shared memory, so its lanes wait for each other.",
        .parent = "rbf_pair/reduce_modulo",
        .backend = Backend::cuda,
        .blocks = Blocks::all,
        .workspace_bytes = sums::bytes_for_squares,
        .launch = launch,
        .predicted_bytes = sums::traffic_with_squares,
        .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
