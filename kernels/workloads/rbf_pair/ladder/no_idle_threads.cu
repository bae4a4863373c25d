// SPDX-License-Identifier: MIT
#include "kernels/workloads/rbf_pair/levels.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

struct SquaredDifferences {
    const float* x;
    const float* y;
    __device__ float operator()(int i) const {
        const float d = x[i] - y[i];
        return d * d;
    }
};

struct Sums {
    const float* sums;
    __device__ float operator()(int i) const { return sums[i]; }
};

template <class Terms> __global__ void add_up(Terms terms, int count, sums::BlockSums to) {
    extern __shared__ float tree[];
    const int t = threadIdx.x, i = blockIdx.x * 2 * blockDim.x + t, other = i + blockDim.x;
    tree[t] = (i < count ? terms(i) : 0.0f) + (other < count ? terms(other) : 0.0f);
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half) tree[t] += tree[t + half];
        __syncthreads();
    }
    if (t == 0) to.store(tree[0]);
}

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    const int threads = Blocks::threads(run.block), n = static_cast<int>(problem.n);
    const std::size_t shared_bytes = threads * sizeof(float);
    auto* const first = reinterpret_cast<float*>(run.problem.workspace);
    float* const second = first + sums::floats_for_sums(n);
    const unsigned blocks = cuda::tiles(n, 2 * threads);
    cuda::launch_grid(add_up<SquaredDifferences>, blocks, threads, shared_bytes, run.stream,
                      SquaredDifferences{problem.x, problem.y}, n, sums::block_sums(problem, first));
    if (blocks == 1) return;
    sums::add_levels(first, second, blocks, 2 * threads, [&](float* from, int count, unsigned of_level, float* to) {
        cuda::launch_grid(add_up<Sums>, of_level, threads, shared_bytes, run.stream, Sums{from}, count,
                          sums::block_sums(problem, to));
    });
}

std::int64_t workspace_bytes(const Workload& workload) {
    return 2 * sums::floats_for_sums(workload.dims) * std::int64_t{sizeof(float)};
}

} // namespace

KernelVariant no_idle_threads_variant() {
    return {.title = "Two terms per thread",
            .teaches = "Each thread adds two terms before the tree begins, so all threads add, and half as many blocks "
                       "are needed.",
            .wastes = "Each step of the tree needs a barrier, and each level of sums needs a launch.",
            .parent = "rbf_pair/norm2_shared",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
