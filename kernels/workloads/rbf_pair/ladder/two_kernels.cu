// SPDX-License-Identifier: MIT
#include "kernels/workloads/rbf_pair/levels.cuh"

namespace pairscope::ladder::rbf_pair {
namespace {

using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;

__global__ void square_differences(const float* __restrict__ x, const float* __restrict__ y, int n, float* squares) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float d = x[i] - y[i];
    squares[i] = d * d;
}

/// Each block adds up its own part of the numbers in place.
__global__ void add_up(float* numbers, int count, sums::BlockSums to) {
    const int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    const int mine = min(static_cast<int>(blockDim.x), count - first);
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half && t + half < mine) numbers[first + t] += numbers[first + t + half];
        __syncthreads();
    }
    if (t == 0) to.store(numbers[first]);
}

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    const int threads = Blocks::threads(run.block), n = static_cast<int>(problem.n);
    auto* const squares = reinterpret_cast<float*>(run.problem.workspace);
    cuda::launch_grid(square_differences, cuda::tiles(n, threads), threads, 0, run.stream, problem.x, problem.y, n,
                      squares);
    sums::add_levels(
        squares, squares + (n + 63) / 64 * 64, n, threads, [&](float* from, int count, unsigned blocks, float* to) {
            cuda::launch_grid(add_up, blocks, threads, 0, run.stream, from, count, sums::block_sums(problem, to));
        });
}

std::int64_t workspace_bytes(const Workload& workload) {
    return ((workload.dims + 63) / 64 * 64 + sums::floats_for_sums(workload.dims)) * std::int64_t{sizeof(float)};
}

/// Both vectors are read. The squares are written, read, and written again, because the tree changes them in place.
double predicted_bytes(const Workload& workload) { return 5.0 * sizeof(float) * static_cast<double>(workload.dims); }

} // namespace

KernelVariant two_kernels_variant() {
    return {.title = "Squares, then a tree",
            .teaches = "A sum of n numbers takes log2(n) steps if each step adds pairs of numbers in parallel.",
            .wastes = "The squares and every step of the tree go through global memory.",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .predicted_bytes = predicted_bytes,
            .tolerance = 2e-6}; // 3 roundings per square and one per step of the tree, 27 at most: 30 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
