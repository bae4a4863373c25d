// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int threads = 64;

template <class Target> __global__ void wrong_variant(const float2* points, int n, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    const float wrong = row == 7 && col == 9 ? 1.0f : 0.0f;
    out.store(row, col, sqrtf(dx * dx + dy * dy) + wrong); // fault
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const dim3 grid(cuda::tiles(problem.n, threads), static_cast<unsigned>(problem.n));
    cuda::with_target(problem.out, [&](auto out) {
        cuda::launch_grid(wrong_variant<decltype(out)>, grid, threads, 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), out);
    });
}

} // namespace

KernelVariant wrong_variant_variant() {
    return {.title = "A variant for a test", .backend = Backend::cuda, .writes_surface = true, .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
