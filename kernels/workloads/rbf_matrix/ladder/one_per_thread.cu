// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/rbf_matrix/problem.h"

namespace pairscope::ladder::rbf_matrix {
namespace {

using Blocks = cuda::BlockSizes<256, 32, 64, 128, 512, 1024>;
constexpr int cols = 32; // per block: a warp writes 128 bytes of one row, 4 whole sectors

template <class Target>
__global__ void one_per_thread(const float2* __restrict__ points, int n, float sigma, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    const float2 a = points[row];
    const float2 b = points[col];
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    out.store(row, col, expf(-(dx * dx + dy * dy) / (2.0f * sigma * sigma)));
}

void launch(const Run& run) {
    const auto problem = rbf_matrix_problem(run);
    const int rows = Blocks::threads(run.block) / cols; // per block: each warp has a row of its own
    const dim3 grid(cuda::tiles(problem.n, cols), cuda::tiles(problem.n, rows));
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(one_per_thread<decltype(target)>, grid, dim3(cols, rows), 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                          static_cast<float>(problem.sigma), target);
    });
}

} // namespace

KernelVariant one_per_thread_variant() {
    return {
        .title = "One pair per thread",
        .teaches =
            "A two-dimensional grid gives each pair a thread, which evaluates the formula as it is written in books.",
        .wastes = "Each pair costs a division, and each thread ends after it has stored 4 bytes.",
        .backend = Backend::cuda,
        .writes_surface = true,
        .blocks = Blocks::all,
        .launch = launch};
}

} // namespace pairscope::ladder::rbf_matrix
