// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch.h"
#include "kernels/ladder/workload.h"
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
        const float2 b = points[col]; // all lanes read the same point, so one sector serves them all
        const float dx = b.x - a.x;
        const float dy = b.y - a.y;
        // A request of 32 lanes touches 32 rows and so 32 sectors, and uses 4 of the 32 bytes of each. The kernel takes
        // 16.4 ms on an H200 (n = 30336), which is 0.05 of a fill. Writing into a texture takes 5.5 ms: there 16
        // columns x 128 rows lie together, and two lanes share a sector.
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

/// A sector is filled in eight steps of the loop. Some sectors leave the L2 cache in between, so they are written
/// twice, and read back to be completed. Nsight Compute counted how many (H100, n = 30336: 4.54 GB written, 0.91 GB
/// read for 3.68 GB).
double predicted_bytes(const Workload& workload) {
    constexpr double written_again = 0.23, read_back = 0.25;
    return (1.0 + written_again + read_back) * work_of(workload).compulsory_bytes;
}

} // namespace

KernelVariant row_per_thread_variant() {
    return {.title = "One row per thread",
            .teaches = "A GPU runs thousands of threads at once, so each row of the matrix gets a thread of its own. "
                       "It computes the right result, but slowly.",
            .wastes = "Neighbouring threads write into different rows, so each 4-byte store occupies a 32-byte sector "
                      "of its own. In a texture a sector holds 4 columns x 2 rows, so two threads share one sector, "
                      "and the kernel is three times as fast there.",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch,
            .predicted_bytes = predicted_bytes};
}

} // namespace pairscope::ladder::distance_matrix
