// SPDX-License-Identifier: MIT
// A cluster has eight blocks. They read a million coordinates more slowly than 132 multiprocessors do, so this variant
// is for short vectors.
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/rbf_pair/block_sum.cuh"
#include "kernels/workloads/rbf_pair/problem.h"

#include <cooperative_groups.h>

#include <utility>

namespace pairscope::ladder::rbf_pair {
namespace {

constexpr int threads = 1024;
using Blocks = cuda::BlockSizes<threads>;
constexpr int cluster_blocks = 8; // the most that every GPU with clusters can run
constexpr std::int64_t most_coordinates = 1 << 20;
constexpr int needed_capability = 90;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__device__ float sum_of_thread(const float* __restrict__ x, const float* __restrict__ y, int n) {
    constexpr int stride = cluster_blocks * threads;
    const auto* const xs = reinterpret_cast<const float4*>(x);
    const auto* const ys = reinterpret_cast<const float4*>(y);
    const int whole = n / 4, first = blockIdx.x * threads + threadIdx.x;
    float sum = 0.0f, other_sum = 0.0f;
    int i = first;
    for (; i + stride < whole; i += 2 * stride) {
        const float4 a = xs[i], b = ys[i], c = xs[i + stride], d = ys[i + stride];
        sum += sums::squared_difference(a, b);
        other_sum += sums::squared_difference(c, d);
    }
    if (i < whole) sum += sums::squared_difference(xs[i], ys[i]);
    if (const int last = 4 * whole + first; last < n) { // up to three coordinates are left over
        const float difference = x[last] - y[last];
        other_sum += difference * difference;
    }
    return sum + other_sum;
}

__global__ void __cluster_dims__(cluster_blocks, 1, 1) __launch_bounds__(threads)
    cluster(const float* __restrict__ x, const float* __restrict__ y, int n, double factor, double* value) {
    namespace groups = cooperative_groups;
    __shared__ float sums_of_blocks[cluster_blocks]; // all blocks write into the array of the first block
    const groups::cluster_group blocks = groups::this_cluster();
    auto arrived = blocks.barrier_arrive(); // the shared memory of a block exists only after the block has begun
    const float sum = sums::sum_of_block<threads>(sum_of_thread(x, y, n));
    blocks.barrier_wait(std::move(arrived));
    if (threadIdx.x == 0) *blocks.map_shared_rank(&sums_of_blocks[blocks.block_rank()], 0) = sum;
    blocks.sync();
    if (blocks.block_rank() != 0 || threadIdx.x != 0) return;
    double total = 0.0;
    for (const float of_block : sums_of_blocks) total += of_block;
    *value = exp(factor * total);
}
#else
__global__ void cluster(const float*, const float*, int, double, double*) {} // never launched: see why_not()
#endif

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    cuda::launch_grid(cluster, cluster_blocks, threads, 0, run.stream, problem.x, problem.y,
                      static_cast<int>(problem.n), problem.factor, problem.value);
}

std::string why_not(const Workload& workload, const Device& device) {
    if (device.compute_capability < needed_capability)
        return "it needs the clusters of compute capability 9.0 or newer";
    if (workload.dims > most_coordinates)
        return "one cluster is meant for short vectors: choose at most 1 048 576 coordinates";
    return {};
}

} // namespace

KernelVariant cluster_variant() {
    return {.title = "One cluster",
            .teaches = "The blocks of a cluster can write into each other's shared memory and wait at a common "
                       "barrier, so their sums need no global memory.",
            .wastes = "Only eight multiprocessors work; all others are idle.",
            .parent = "rbf_pair/single_launch",
            .backend = Backend::cuda,
            .gpu_only = true,
            .blocks = Blocks::all,
            .why_not = why_not,
            .launch = launch,
            .tolerance = 3e-6}; // a thread adds at most 32 times; fused.cu counts the roundings
}

} // namespace pairscope::ladder::rbf_pair
