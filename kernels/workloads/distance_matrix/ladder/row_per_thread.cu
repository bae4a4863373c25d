// SPDX-License-Identifier: MIT
// One thread, one row: the loop over the columns stays, the loop over the rows becomes threads.
//
// Wasted: at every step of the loop a warp's 32 stores go to 32 rows, so each of them touches a sector of its own.
#include "kernels/core/workload.h"
#include "kernels/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

using Blocks = cuda::BlockSizes<256, 32, 64, 128, 512, 1024>;

template <class Target> __global__ void row_per_thread(const float2* __restrict__ points, int n, Target out) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    const float2 a = points[row];
    for (int col = 0; col < n; ++col) {
        const float2 b = points[col]; // all lanes read the same point: one sector, broadcast
        const float dx = b.x - a.x;
        const float dy = b.y - a.y;
        // 32 lanes, 32 rows, 32 sectors a request, with 4 of 32 bytes used: 16.4 ms on an H200 (n = 30336), 0.05 of a
        // fill. Into a texture 5.5 ms: there 16 columns x 128 rows lie together, and two lanes share a sector.
        out.store(row, col, sqrtf(dx * dx + dy * dy));
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const int threads = Blocks::threads(run.block);
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(row_per_thread<decltype(target)>, cuda::tiles(problem.n, threads), threads, 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
    });
}

/// A sector is written in eight steps of the loop, and some leave the L2 in between: they are written twice, and read
/// back to be completed. The shares were counted by Nsight Compute (H100, n = 30336: 4.54 GB written, 0.91 GB read
/// for 3.68 GB).
double predicted_bytes(const Workload& workload) {
    constexpr double written_again = 0.23, read_back = 0.25;
    return (1.0 + written_again + read_back) * work_of(workload).compulsory_bytes;
}

} // namespace

KernelVariant row_per_thread_variant() {
    return {
        .title = "One row per thread",
        .teaches =
            "Threads are cheap: every row of the matrix gets a thread of its own, and the answer is already right.",
        .wastes =
            "Neighbouring threads write a whole row apart, so that each 4-byte store occupies a 32-byte sector. A "
            "sector of a texture holds 4 columns x 2 rows, so two threads share one sector, and the kernel is three "
            "times as fast there.",
        .backend = Backend::cuda,
        .writes_surface = true,
        .blocks = Blocks::all,
        .launch = launch,
        .predicted_bytes = predicted_bytes};
}

} // namespace pairscope::ladder::distance_matrix
