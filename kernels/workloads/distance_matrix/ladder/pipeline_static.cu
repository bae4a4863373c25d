// SPDX-License-Identifier: MIT
// A tile begins 0 or tile_cols points behind the start of the first stage, and an exclusive or turns one of these
// numbers into the other, so no array is needed.
//
// On an H200 (n = 30336) this kernel takes 3.4 ms, after 3.6 ms for pipeline_dynamic and 3.0 ms for no_division. There
// are 119 blocks, so some multiprocessors have no work, and the others run 8 of 64 possible warps.
//
// The GPU counts up to 1 % more shared loads than the trace: nvcc puts three loads that no lane executes before each
// asynchronous copy (@!PT LDS in the machine code).
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

#include <cuda/pipeline>

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int threads = 256;
using Blocks = cuda::BlockSizes<threads>;
constexpr int rows_per_block = 256;
constexpr int tile_width = 256; // columns of a tile, which the kernel gets as an argument
constexpr int stages = 2;

using Pipeline = ::cuda::pipeline<::cuda::thread_scope_thread>;

/// Starts copying `count` points and closes the stage. If `count` is 0 or negative, nothing is copied.
__device__ void fetch(const float2* __restrict__ from, int count, float2* to, Pipeline& pipeline) {
    pipeline.producer_acquire();
    for (int i = threadIdx.x; i < count; i += threads)
        ::cuda::memcpy_async(to + i, from + i, ::cuda::aligned_size_t<8>(sizeof(float2)), pipeline);
    pipeline.producer_commit();
}

template <class Target>
__global__ void pipeline_static(const float2* __restrict__ points, int n, int tile_cols, Target out) {
    float2* const row_points = cuda::dynamic_shared<float2>();
    float2* const stage_points = row_points + rows_per_block;
    const int first_row = blockIdx.x * rows_per_block;
    const int rows = min(rows_per_block, n - first_row);
    for (int i = threadIdx.x; i < rows; i += threads) row_points[i] = points[first_row + i];
    Pipeline pipeline = ::cuda::make_pipeline();
    fetch(points, min(tile_cols, n), stage_points, pipeline);
    int stage = 0; // where the tile begins: 0, tile_cols, 0, tile_cols, ...
    for (int first_col = 0; first_col < n; first_col += tile_cols) {
        const int next_col = first_col + tile_cols;
        fetch(points + next_col, min(tile_cols, n - next_col), stage_points + (stage ^ tile_cols), pipeline);
        ::cuda::pipeline_consumer_wait_prior<1>(pipeline); // what this thread copied has arrived, except the next tile
        __syncthreads();                                   // what the others copied has arrived, too
        const float2* const col_points = stage_points + stage;
        const int cols = min(tile_cols, n - first_col);
        int row = threadIdx.x / cols;
        int col = threadIdx.x % cols;
        const int row_step = threads / cols;
        const int col_step = threads % cols;
        while (row < rows) {
            const float2 a = row_points[row];
            const float2 b = col_points[col];
            const float dx = b.x - a.x;
            const float dy = b.y - a.y;
            out.store(first_row + row, first_col + col, sqrtf(dx * dx + dy * dy));
            row += row_step;
            col += col_step;
            if (col >= cols) {
                col -= cols;
                ++row;
            }
        }
        pipeline.consumer_release();
        __syncthreads(); // nobody reads the tile any more, so its place may be overwritten
        stage ^= tile_cols;
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    constexpr std::size_t shared_bytes = (rows_per_block + stages * tile_width) * sizeof(float2);
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(pipeline_static<decltype(target)>, cuda::tiles(problem.n, rows_per_block), threads,
                          shared_bytes, run.stream, reinterpret_cast<const float2*>(problem.points),
                          static_cast<int>(problem.n), tile_width, target);
    });
}

} // namespace

KernelVariant pipeline_static_variant() {
    return {.title = "Pipeline, stage known to the compiler",
            .teaches = "An offset that switches between two values can be computed in a register, so no array in local "
                       "memory is needed.",
            .wastes =
                "There are still too few blocks, and the copies that the pipeline hides take almost no time anyway.",
            .parent = "distance_matrix/pipeline_dynamic",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
