// SPDX-License-Identifier: MIT
// Adds to row_per_thread: neighbouring threads have neighbouring columns, so a warp's 32 stores fill 4 whole sectors.
//
// Wasted: a thread lives for a single entry, so there are too many of them: the GPU cannot start blocks fast enough.
#include "kernels/core/variant.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/target.cuh"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int threads = 256; // of a block: so many columns of one row

template <class Target> __global__ void coalesced(const float2* __restrict__ points, int n, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y;
    if (col >= n) return;
    const float2 a = points[row], b = points[col];
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    out.store(row, col, sqrtf(dx * dx + dy * dy));
}

void launch(const Run& run) {
    const auto& problem = std::get<DistanceMatrixProblem>(run.problem);
    // 3.6 million blocks at n = 30336. An H200 starts 1.66 of them a nanosecond: that alone is the 2.17 ms measured,
    // the same for blocks that only fill. In y there may be 65535 of them; n is at most 32768.
    const dim3 grid(cuda::tiles(problem.n, threads), static_cast<unsigned>(problem.n));
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(coalesced<decltype(target)>, grid, threads, 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
    });
}

} // namespace

KernelVariant coalesced_variant() {
    return {.title = "Coalesced stores",
            .teaches = "Neighbouring threads write neighbouring columns: a warp's stores then fill whole sectors.",
            .wastes = "A thread stores 4 bytes and ends: starting the blocks takes longer than writing the memory.",
            .parent = "distance_matrix/row_per_thread",
            .backend = Backend::cuda,
            .writes_surface = true,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
