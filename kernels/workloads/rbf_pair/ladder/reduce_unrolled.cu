// SPDX-License-Identifier: MIT
// There is one kernel per block size.
#include "kernels/workloads/rbf_pair/squares.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

constexpr unsigned all_lanes = 0xffffffffu;
constexpr int lanes = 32;

template <int threads> __global__ void add_up(const float* numbers, int count, sums::BlockSums to) {
    __shared__ float tree[threads];
    const int t = threadIdx.x, i = blockIdx.x * 2 * threads + t, other = i + threads;
    tree[t] = (i < count ? numbers[i] : 0.0f) + (other < count ? numbers[other] : 0.0f);
    __syncthreads();
#pragma unroll
    for (int half = threads / 2; half >= lanes; half /= 2) {
        if (t < half) tree[t] += tree[t + half];
        __syncthreads();
    }
    if (t >= lanes) return;
    float sum = tree[t];
#pragma unroll
    for (int half = lanes / 2; half > 0; half /= 2) sum += __shfl_down_sync(all_lanes, sum, half);
    if (t == 0) to.store(sum);
}

void launch(const Run& run) {
    Blocks::with(run.block, [&](auto threads) {
        sums::add_squares(run, {.add_up = add_up<threads>, .threads = threads, .per_thread = 2, .has_array = false});
    });
}

} // namespace

KernelVariant reduce_unrolled_variant() {
    return {.title = "Unrolled for each size",
            .teaches = "If the compiler knows the number of steps, it unrolls the loop, which then needs no counter "
                       "and no comparison.",
            .wastes = "Each thread adds only two numbers and then takes part in a tree of 7 to 10 steps.",
            .parent = "rbf_pair/reduce_last_warp",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = sums::bytes_for_squares,
            .launch = launch,
            .predicted_bytes = sums::traffic_with_squares,
            .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
