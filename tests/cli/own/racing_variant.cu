// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int threads = 64;

template <class Target> __global__ void racing_variant(const float2* points, int n, Target out) {
    __shared__ float2 mine[threads];
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    mine[threads - 1 - threadIdx.x] = points[min(col, n - 1)];
    const float2 b = mine[threads - 1 - threadIdx.x], other = mine[threadIdx.x]; // fault
    if (col >= n) return;
    const float dx = points[row].x - b.x, dy = points[row].y - b.y + 0.0f * other.x;
    out.store(row, col, sqrtf(dx * dx + dy * dy));
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const dim3 grid(cuda::tiles(problem.n, threads), static_cast<unsigned>(problem.n));
    cuda::with_target(problem.out, [&](auto out) {
        cuda::launch_grid(racing_variant<decltype(out)>, grid, threads, 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), out);
    });
}

} // namespace

KernelVariant racing_variant_variant() {
    return {.title = "A variant for a test", .backend = Backend::cuda, .writes_surface = true, .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
