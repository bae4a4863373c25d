// SPDX-License-Identifier: MIT
// Adds to coalesced: a thread keeps four columns in registers, writes them with one 16-byte store, and does so in
// several rows. Wasted: nothing that the memory would notice; on a texture, lanes along a row half-fill their sectors
// (see tile16).
#include "kernels/core/variant.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/target.cuh"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int lanes = 32;          // across: a warp writes 128 columns, 512 bytes of one row
constexpr int warps = 4;           // down: rows r, r + 4, r + 8 ... are one warp's
constexpr int rows_per_thread = 8; // enough to pay for the four points that stay in registers
static_assert(warps % 4 == 0, "rows of one thread must lie alike on 16-byte boundaries");

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return sqrtf(dx * dx + dy * dy);
}

template <class Target> __global__ void vec4_rows(const float2* __restrict__ points, int n, Target out) {
    const int first_row = blockIdx.y * warps * rows_per_thread + threadIdx.y;
    // If n is no multiple of 4, rows begin anywhere between 16-byte boundaries: the columns move to meet these.
    const int col = (blockIdx.x * lanes + threadIdx.x) * 4 - out.misalignment(first_row);
    if (col >= n) return;
    float2 mine[4];
    for (int k = 0; k < 4; ++k) mine[k] = points[min(max(col + k, 0), n - 1)];
#pragma unroll
    for (int k = 0; k < rows_per_thread; ++k) {
        const int row = first_row + k * warps;
        if (row >= n) return;
        const float2 a = points[row];
        const float4 v =
            make_float4(distance(a, mine[0]), distance(a, mine[1]), distance(a, mine[2]), distance(a, mine[3]));
        cuda::store4_inside(out, row, col, n, v);
    }
}

void launch(const Run& run) {
    const auto& problem = std::get<DistanceMatrixProblem>(run.problem);
    const std::int64_t columns = problem.n + 3; // the last ones of a row that begins 3 entries behind a boundary
    const dim3 grid(cuda::tiles(columns, 4 * lanes), cuda::tiles(problem.n, warps * rows_per_thread));
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(vec4_rows<decltype(target)>, grid, dim3(lanes, warps), 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), target);
    });
}

} // namespace

KernelVariant vec4_rows_variant() {
    return {.title = "Four columns, several rows",
            .teaches =
                "16-byte stores and points that stay in registers: a thread does much for what it costs to start.",
            .wastes = "Nothing in linear memory; in a texture its lanes half-fill the sectors.",
            .parent = "distance_matrix/coalesced",
            .backend = Backend::cuda,
            .writes_surface = true,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
