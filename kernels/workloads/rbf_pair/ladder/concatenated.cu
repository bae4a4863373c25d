// SPDX-License-Identifier: MIT
// The reduction reads entries i and n + i of the copy.
#include "kernels/workloads/rbf_pair/levels.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

__global__ void concatenate(const float* __restrict__ x, const float* __restrict__ y, int n, float* both) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    both[i] = x[i];
    both[n + i] = y[i];
}

struct SquaredDifferences {
    const float* both;
    int n;
    __device__ float operator()(int i) const {
        const float d = both[i] - both[n + i];
        return d * d;
    }
};

struct Sums {
    const float* sums;
    __device__ float operator()(int i) const { return sums[i]; }
};

template <class Terms> __global__ void add_up(Terms terms, int count, sums::BlockSums to) {
    extern __shared__ float tree[];
    const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    tree[t] = i < count ? terms(i) : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) tree[t] += tree[t + half];
        __syncthreads();
    }
    if (t == 0) to.store(tree[0]);
}

constexpr std::int64_t copied_floats(std::int64_t n) { return (2 * n + 63) / 64 * 64; }

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    const int threads = Blocks::threads(run.block), n = static_cast<int>(problem.n);
    const std::size_t shared_bytes = threads * sizeof(float);
    auto* const copy = reinterpret_cast<float*>(run.problem.workspace);
    float* const first = copy + copied_floats(n);
    float* const second = first + sums::floats_for_sums(n);
    const unsigned blocks = cuda::tiles(n, threads);
    cuda::launch_grid(concatenate, blocks, threads, 0, run.stream, problem.x, problem.y, n, copy);
    cuda::launch_grid(add_up<SquaredDifferences>, blocks, threads, shared_bytes, run.stream,
                      SquaredDifferences{copy, n}, n, sums::block_sums(problem, first));
    if (blocks == 1) return;
    sums::add_levels(first, second, blocks, threads, [&](float* from, int count, unsigned of_level, float* to) {
        cuda::launch_grid(add_up<Sums>, of_level, threads, shared_bytes, run.stream, Sums{from}, count,
                          sums::block_sums(problem, to));
    });
}

std::int64_t workspace_bytes(const Workload& workload) {
    return (copied_floats(workload.dims) + 2 * sums::floats_for_sums(workload.dims)) * std::int64_t{sizeof(float)};
}

/// Both vectors are read, and the copy of both is written and read.
double predicted_bytes(const Workload& workload) { return 6.0 * sizeof(float) * static_cast<double>(workload.dims); }

} // namespace

KernelVariant concatenated_variant() {
    return {
        .title = "Concatenated vectors",
        .teaches =
            "A kernel first copies both vectors into another layout. This copy is part of the run, so its time counts.",
        .wastes = "The copy moves twice as many bytes as the reduction, and does not make the reduction faster.",
        .parent = "rbf_pair/norm2_shared",
        .backend = Backend::cuda,
        .blocks = Blocks::all,
        .workspace_bytes = workspace_bytes,
        .launch = launch,
        .predicted_bytes = predicted_bytes,
        .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
