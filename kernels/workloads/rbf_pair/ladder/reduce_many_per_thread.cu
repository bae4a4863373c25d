// SPDX-License-Identifier: MIT
// For large n nearly all additions are in the loop of a thread, which needs no barrier. At most three launches add up
// the squares for any n.
#include "kernels/workloads/rbf_pair/squares.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

constexpr unsigned all_lanes = 0xffffffffu;
constexpr int lanes = 32;
constexpr int most_blocks = 1024; // one number for all GPUs, because the sum depends on it

template <int threads> __global__ void add_up(const float* numbers, int count, sums::BlockSums to) {
    __shared__ float tree[threads];
    const int t = threadIdx.x, stride = gridDim.x * 2 * threads;
    float mine = 0.0f;
    for (int i = blockIdx.x * 2 * threads + t; i < count; i += stride) {
        mine += numbers[i];
        if (i + threads < count) mine += numbers[i + threads];
    }
    tree[t] = mine;
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
        sums::add_squares(run, {.add_up = add_up<threads>,
                                .threads = threads,
                                .per_thread = 2,
                                .most_blocks = most_blocks,
                                .has_array = false});
    });
}

} // namespace

KernelVariant reduce_many_per_thread_variant() {
    return {.title = "Many numbers per thread",
            .teaches = "Each thread first adds many numbers by itself, without a barrier, so the tree becomes a small "
                       "part of the work.",
            .wastes = "The squares are written and read again, and each load has only 4 bytes.",
            .parent = "rbf_pair/reduce_unrolled",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = sums::bytes_for_squares,
            .launch = launch,
            .predicted_bytes = sums::traffic_with_squares,
            .tolerance =
                6.5e-5}; // with blocks of 128 threads, a thread adds 1024 numbers one after the other: 1048 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
