// SPDX-License-Identifier: MIT
// For an output that no kernel reads again, a line may go to memory at once (write-through), may leave the cache before
// other lines (streaming), or may be treated like any other line (write-back).
//
// Write-through asks for what would happen anyway, because 3.7 GB do not fit into an L2 cache.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

/// The times are those of an H200 at n = 30336, measured in turns.
enum class Policy {
    write_back,    ///< st.wb, an ordinary store: the line stays until another one needs its place. 0.797 ms
    l2_only,       ///< st.cg: the line is not kept in the L1, which keeps no written lines anyway. 0.797 ms
    streaming,     ///< st.cs: the line is the first to leave. vec4_rows uses this one. 0.792 ms
    write_through, ///< st.wt: the line goes on to memory at once. 0.798 ms
};
constexpr Policy policy = Policy::write_through; // change it and run `bench --variant store_policy,vec4_rows`

// The warps of a block lie below each other, in neighbouring rows.
using Blocks = cuda::BlockSizes<128, 32, 64, 256>;
constexpr int lanes = 32; // warps and threads have the same shape as in vec4_rows
constexpr int rows_per_thread = 4;
constexpr int row_step = 8;

template <Policy how> __device__ void store4(float4* to, float4 v) {
    if constexpr (how == Policy::write_back) *to = v;
    if constexpr (how == Policy::l2_only) __stcg(to, v);
    if constexpr (how == Policy::streaming) __stcs(to, v);
    if constexpr (how == Policy::write_through) __stwt(to, v);
}

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return sqrtf(dx * dx + dy * dy);
}

template <Policy how, int warps>
__global__ void store_policy(const float2* __restrict__ points, int n, cuda::LinearTarget out) {
    constexpr int blocks_per_band = row_step / warps;
    static_assert(row_step % warps == 0);
    const int band = blockIdx.y / blocks_per_band, part = blockIdx.y % blocks_per_band;
    const int first_row = band * row_step * rows_per_thread + part * warps + threadIdx.y;
    const int col = (blockIdx.x * lanes + threadIdx.x) * 4 - out.misalignment(first_row);
    if (col >= n) return;
    float2 mine[4];
    for (int k = 0; k < 4; ++k) mine[k] = points[min(max(col + k, 0), n - 1)];
#pragma unroll
    for (int k = 0; k < rows_per_thread; ++k) {
        const int row = first_row + k * row_step;
        if (row >= n) return;
        const float2 a = points[row];
        const float4 v =
            make_float4(distance(a, mine[0]), distance(a, mine[1]), distance(a, mine[2]), distance(a, mine[3]));
        if (col >= 0 && col + 4 <= n) {
            store4<how>(reinterpret_cast<float4*>(out.data + row * out.pitch + col), v);
        } else {
            cuda::store4_inside(out, row, col, n, v); // the ends of rows
        }
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const auto out = std::get<LinearMemory>(problem.out);
    const std::int64_t columns = problem.n + 7; // see vec4_rows
    const unsigned bands = cuda::tiles(problem.n, row_step * rows_per_thread);
    Blocks::with(run.block, [&](auto threads) {
        constexpr int warps = threads / lanes;
        const dim3 grid(cuda::tiles(columns, 4 * lanes), bands * (row_step / warps));
        cuda::launch_grid(store_policy<policy, warps>, grid, dim3(lanes, warps), 0, run.stream,
                          reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                          cuda::LinearTarget{out.data, out.pitch});
    });
}

} // namespace

KernelVariant store_policy_variant() {
    return {.title = "Write-through stores",
            .teaches = "A store can tell the caches what to do with its line. Here nearly all lines leave the cache "
                       "soon anyway, so the hint changes the time by only about a percent.",
            .wastes = "It wastes nothing in linear memory. The hint costs nothing and gains almost nothing.",
            .parent = "distance_matrix/vec4_rows",
            .backend = Backend::cuda,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
