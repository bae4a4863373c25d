// SPDX-License-Identifier: MIT
// Neighbouring words lie in 32 different banks.
#include "kernels/workloads/rbf_pair/squares.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

__global__ void add_up(const float* numbers, int count, sums::BlockSums to) {
    extern __shared__ float tree[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tree[t] = i < count ? numbers[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) tree[t] += tree[t + half];
        __syncthreads();
    }
    if (t == 0) to.store(tree[0]);
}

void launch(const Run& run) { sums::add_squares(run, {.add_up = add_up, .threads = Blocks::threads(run.block)}); }

} // namespace

KernelVariant reduce_sequential_variant() {
    return {
        .title = "Neighbouring words",
        .teaches =
            "Lanes that read neighbouring words of shared memory use different banks, so no lane waits for another.",
        .wastes = "Half of the threads load one number and never add.",
        .parent = "rbf_pair/reduce_strided_index",
        .backend = Backend::cuda,
        .blocks = Blocks::all,
        .workspace_bytes = sums::bytes_for_squares,
        .launch = launch,
        .predicted_bytes = sums::traffic_with_squares,
        .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
