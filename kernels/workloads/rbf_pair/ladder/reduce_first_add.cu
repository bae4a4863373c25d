// SPDX-License-Identifier: MIT
#include "kernels/workloads/rbf_pair/squares.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

__global__ void add_up(const float* numbers, int count, sums::BlockSums to) {
    extern __shared__ float tree[];
    const int t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t, other = i + blockDim.x;
    tree[t] = (i < count ? numbers[i] : 0.0f) + (other < count ? numbers[other] : 0.0f);
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) tree[t] += tree[t + half];
        __syncthreads();
    }
    if (t == 0) to.store(tree[0]);
}

void launch(const Run& run) {
    sums::add_squares(run, {.add_up = add_up, .threads = Blocks::threads(run.block), .per_thread = 2});
}

} // namespace

KernelVariant reduce_first_add_variant() {
    return {.title = "First addition during the load",
            .teaches = "Each thread loads two numbers and adds them at once, so all threads add, and half as many "
                       "blocks are needed.",
            .wastes = "Six of the barriers are needed for a single warp only, and the loop over the steps costs as "
                      "much as the additions.",
            .parent = "rbf_pair/reduce_sequential",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = sums::bytes_for_squares,
            .launch = launch,
            .predicted_bytes = sums::traffic_with_squares,
            .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
