// SPDX-License-Identifier: MIT
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/great_circle_distance/problem.h"

namespace pairscope::ladder::great_circle_distance {
namespace {

using Blocks = cuda::BlockSizes<256, 64, 128, 512>;
constexpr int lanes = 32; // side by side; the warps of a block lie below each other

template <class Target>
__global__ void one_per_thread(const float2* __restrict__ coordinates, int n, globe::Frame<float> frame, Target out) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    const float2 a = coordinates[row], b = coordinates[col];
    out.store(row, col, globe::kilometres(frame, globe::place_of(frame, a.x, a.y), globe::place_of(frame, b.x, b.y)));
}

void launch(const Run& run) {
    const auto problem = places_problem(run);
    const dim3 block(lanes, Blocks::threads(run.block) / lanes);
    const dim3 grid(cuda::tiles(problem.n, lanes), cuda::tiles(problem.n, static_cast<int>(block.y)));
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(one_per_thread<decltype(target)>, grid, block, 0, run.stream,
                          reinterpret_cast<const float2*>(problem.coordinates), problem.n, problem.frame, target);
    });
}

} // namespace

KernelVariant one_per_thread_variant() {
    return {
        .title = "One pair per thread",
        .teaches = "A two-dimensional grid gives each pair of places a thread, which evaluates the haversine formula "
                   "as it is written in books.",
        .wastes = "The cosines of both latitudes are computed again for each pair, and each thread ends after it has "
                  "stored 4 bytes.",
        .backend = Backend::cuda,
        .writes_surface = true,
        .blocks = Blocks::all,
        .launch = launch,
        .tolerance = 2e-6};
}

} // namespace pairscope::ladder::great_circle_distance
