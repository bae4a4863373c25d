// SPDX-License-Identifier: MIT
// At n = 30336, a GPU of 132 multiprocessors has too few threads to hide the latency of its loads.
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/rbf_density/problem.h"

namespace pairscope::ladder::rbf_density {
namespace {

using Blocks = cuda::BlockSizes<128, 32, 64, 256, 512>;
constexpr int partial = 128; // terms of a partial sum, which keeps the error of the whole sum small

__global__ void row_per_thread(const float2* __restrict__ points, int n, float factor, float* __restrict__ sums) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    const float2 a = points[row];
    float sum = 0.0f;
    for (int first = 0; first < n; first += partial) {
        float part = 0.0f;
        for (int col = first; col < min(first + partial, n); ++col) {
            const float dx = points[col].x - a.x;
            const float dy = points[col].y - a.y;
            part += expf(factor * (dx * dx + dy * dy));
        }
        sum += part;
    }
    sums[row] = sum;
}

void launch(const Run& run) {
    const auto problem = rbf_density_problem(run.problem);
    const int threads = Blocks::threads(run.block);
    cuda::launch_grid(row_per_thread, cuda::tiles(problem.n, threads), threads, 0, run.stream,
                      reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                      static_cast<float>(-0.5 / (problem.sigma * problem.sigma)), problem.sums);
}

} // namespace

KernelVariant row_per_thread_variant() {
    return {.title = "One row per thread",
            .teaches =
                "A sum needs no matrix: each thread keeps the sum of its row in a register and stores only one number.",
            .wastes = "There are too few threads to hide the latency of loads, and each thread reads every point.",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .launch = launch,
            .tolerance = rbf_density_tolerance};
}

} // namespace pairscope::ladder::rbf_density
