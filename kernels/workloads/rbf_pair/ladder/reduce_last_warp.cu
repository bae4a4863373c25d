// SPDX-License-Identifier: MIT
// The published version left out the barriers and relied on the lanes of a warp running in step. From compute
// capability 7.0 on, lanes need not run in step, and a shuffle names the lanes that it waits for.
#include "kernels/workloads/rbf_pair/squares.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

constexpr unsigned all_lanes = 0xffffffffu;
constexpr int lanes = 32;

__global__ void add_up(const float* numbers, int count, sums::BlockSums to) {
    extern __shared__ float tree[];
    const int t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t, other = i + blockDim.x;
    tree[t] = (i < count ? numbers[i] : 0.0f) + (other < count ? numbers[other] : 0.0f);
    __syncthreads();
    for (int half = blockDim.x / 2; half >= lanes; half /= 2) {
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
    sums::add_squares(run, {.add_up = add_up, .threads = Blocks::threads(run.block), .per_thread = 2});
}

} // namespace

KernelVariant reduce_last_warp_variant() {
    return {.title = "Last warp by shuffles",
            .teaches = "The lanes of a single warp need no barrier of the block. A shuffle passes a value to another "
                       "lane, and waits only for the lanes that it names.",
            .wastes = "The steps above the last warp are a loop, which counts and compares.",
            .parent = "rbf_pair/reduce_first_add",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = sums::bytes_for_squares,
            .launch = launch,
            .predicted_bytes = sums::traffic_with_squares,
            .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
