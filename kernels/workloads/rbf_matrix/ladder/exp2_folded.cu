// SPDX-License-Identifier: MIT
// The factor log2 e is applied to the squared distance and not to the coordinates. Scaling the coordinates would save
// one product per pair, but scaled coordinates are rounded, and for points near (50000, 50000) that are 1/16 apart this
// changes their distance.
#include "kernels/engines/cuda/approximate_exp2.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/rbf_matrix/problem.h"

#include <numbers>

namespace pairscope::ladder::rbf_matrix {
namespace {

// The warps of a block lie below each other, in neighbouring rows.
using Blocks = cuda::BlockSizes<128, 32, 64, 256>;
constexpr int lanes = 32;          // side by side: a warp writes 128 columns, 512 bytes of one row
constexpr int rows_per_thread = 4; // the number that was fastest for distance_matrix/vec4_rows
constexpr int row_step = 8;        // between the rows of a thread, which so have the same misalignment for every n
static_assert(row_step % 8 == 0);

__device__ float similarity(float2 a, float2 b, float factor) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return cuda::approximate_exp2(factor * (dx * dx + dy * dy));
}

template <int warps, class Target>
__global__ void exp2_folded(const float2* __restrict__ points, int n, float factor, Target out) {
    constexpr int blocks_per_band = row_step / warps;
    static_assert(row_step % warps == 0);
    const int band = blockIdx.y / blocks_per_band, part = blockIdx.y % blocks_per_band;
    const int first_row = band * row_step * rows_per_thread + part * warps + threadIdx.y;
    // Where n is not a multiple of 8, rows begin inside a sector. The columns of a thread are then moved to the left,
    // so that its stores fill whole sectors.
    const int col = (blockIdx.x * lanes + threadIdx.x) * 4 - out.misalignment(first_row);
    if (col >= n) return;
    float2 mine[4];
    for (int k = 0; k < 4; ++k) mine[k] = points[min(max(col + k, 0), n - 1)];
#pragma unroll
    for (int k = 0; k < rows_per_thread; ++k) {
        const int row = first_row + k * row_step;
        if (row >= n) return;
        const float2 a = points[row];
        const float4 v = make_float4(similarity(a, mine[0], factor), similarity(a, mine[1], factor),
                                     similarity(a, mine[2], factor), similarity(a, mine[3], factor));
        cuda::store4_inside(out, row, col, n, v);
    }
}

void launch(const Run& run) {
    const auto problem = rbf_matrix_problem(run);
    const auto factor = static_cast<float>(-0.5 * std::numbers::log2e / (problem.sigma * problem.sigma));
    const std::int64_t columns = problem.n + 7; // where columns were moved, the last ones need a thread, too
    const unsigned bands = cuda::tiles(problem.n, row_step * rows_per_thread);
    Blocks::with(run.block, [&](auto threads) {
        constexpr int warps = threads / lanes;
        const dim3 grid(cuda::tiles(columns, 4 * lanes), bands * (row_step / warps));
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(exp2_folded<warps, decltype(target)>, grid, dim3(lanes, warps), 0, run.stream,
                              reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), factor,
                              target);
        });
    });
}

} // namespace

KernelVariant exp2_folded_variant() {
    return {.title = "One power of two per pair",
            .teaches = "exp(q) is 2^(q log2 e). The host includes the factor log2 e in a constant, so only one "
                       "instruction of the special-function unit remains per pair.",
            .wastes = "It wastes nothing in linear memory. In a texture a warp fills only half of each sector.",
            .parent = "rbf_matrix/vec4_rows",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::rbf_matrix
