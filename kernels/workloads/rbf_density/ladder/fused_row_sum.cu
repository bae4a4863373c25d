// SPDX-License-Identifier: MIT
// exp(q) is 2^(q log2 e), one instruction of the special-function unit. A second kernel adds the partial sums of each
// row in the order of their columns, so the result is the same in every run.
#include "kernels/engines/cuda/approximate_exp2.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/rbf_density/problem.h"

#include <numbers>

namespace pairscope::ladder::rbf_density {
namespace {

using Blocks = cuda::BlockSizes<128, 64, 256>;
constexpr int rows_per_thread = 4;
constexpr int tile = 128;             // columns in shared memory at a time; their sum is a partial sum in float32
constexpr int columns_at_once = 1024; // per block: 8 tiles

/// Stores in partial[part * n + row] the sum of the row over the columns of the part.
template <int threads>
__global__ void sum_parts(const float2* __restrict__ points, int n, float factor, float* __restrict__ partial) {
    __shared__ float2 columns[tile];
    const int first_row = blockIdx.x * threads * rows_per_thread + threadIdx.x;
    float2 mine[rows_per_thread];
    float sum[rows_per_thread] = {};
    for (int k = 0; k < rows_per_thread; ++k) mine[k] = points[min(first_row + k * threads, n - 1)];
    const int end = min(n, (blockIdx.y + 1) * columns_at_once);
    for (int first = blockIdx.y * columns_at_once; first < end; first += tile) {
        for (int i = threadIdx.x; i < tile; i += threads) columns[i] = points[min(first + i, n - 1)];
        __syncthreads();
        const int count = min(tile, end - first);
        float part[rows_per_thread] = {};
        for (int i = 0; i < count; ++i) {
            const float2 b = columns[i];
#pragma unroll
            for (int k = 0; k < rows_per_thread; ++k) {
                const float dx = b.x - mine[k].x;
                const float dy = b.y - mine[k].y;
                part[k] += cuda::approximate_exp2(factor * (dx * dx + dy * dy));
            }
        }
        for (int k = 0; k < rows_per_thread; ++k) sum[k] += part[k];
        __syncthreads();
    }
    for (int k = 0; k < rows_per_thread; ++k) {
        const int row = first_row + k * threads;
        if (row < n) partial[static_cast<std::size_t>(blockIdx.y) * n + row] = sum[k];
    }
}

__global__ void add_parts(const float* __restrict__ partial, int parts, int n, float* __restrict__ sums) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    float sum = 0.0f;
    for (int part = 0; part < parts; ++part) sum += partial[static_cast<std::size_t>(part) * n + row];
    sums[row] = sum;
}

std::int64_t workspace_bytes(const Workload& workload) {
    return static_cast<std::int64_t>(sizeof(float)) * workload.rows * cuda::tiles(workload.cols, columns_at_once);
}

void launch(const Run& run) {
    const auto problem = rbf_density_problem(run.problem);
    const int n = static_cast<int>(problem.n);
    const auto factor = static_cast<float>(-0.5 * std::numbers::log2e / (problem.sigma * problem.sigma));
    auto* const partial = reinterpret_cast<float*>(problem.workspace);
    const unsigned parts = cuda::tiles(n, columns_at_once);
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        cuda::launch_grid(sum_parts<threads>, dim3(cuda::tiles(n, threads * rows_per_thread), parts), threads, 0,
                          run.stream, reinterpret_cast<const float2*>(problem.points), n, factor, partial);
        cuda::launch_grid(add_parts, cuda::tiles(n, threads), threads, 0, run.stream, partial, static_cast<int>(parts),
                          n, problem.sums);
    });
}

} // namespace

KernelVariant fused_row_sum_variant() {
    return {.title = "Four rows per thread, columns split among blocks",
            .teaches = "Each point that is read serves four rows, and the columns are divided among blocks, so that "
                       "all multiprocessors work. The limit is then one exponential per pair, not memory.",
            .wastes = "It computes each pair twice, once for each of its points.",
            .parent = "rbf_density/row_per_thread",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .tolerance = rbf_density_tolerance};
}

} // namespace pairscope::ladder::rbf_density
