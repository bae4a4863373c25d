// SPDX-License-Identifier: MIT
// On an H200 (n = 30336) this kernel takes 3.6 ms, which is 0.6 more than without the pipeline. A tile serves 256
// entries per thread, so the wait for its points was too short to be worth hiding. But the place of the tile is now a
// variable, which is added for every entry.
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
__global__ void pipeline_dynamic(const float2* __restrict__ points, int n, int tile_cols, Target out) {
    float2* const row_points = cuda::dynamic_shared<float2>();
    const int stage_begin[stages] = {rows_per_block, rows_per_block + tile_cols}; // indexed below by a variable
    const int first_row = blockIdx.x * rows_per_block;
    const int rows = min(rows_per_block, n - first_row);
    for (int i = threadIdx.x; i < rows; i += threads) row_points[i] = points[first_row + i];
    Pipeline pipeline = ::cuda::make_pipeline();
    fetch(points, min(tile_cols, n), row_points + stage_begin[0], pipeline);
    int stage = 0;
    for (int first_col = 0; first_col < n; first_col += tile_cols) {
        const int next_col = first_col + tile_cols;
        const int next_stage = (stage + 1) % stages;
        fetch(points + next_col, min(tile_cols, n - next_col), row_points + stage_begin[next_stage], pipeline);
        pipeline.consumer_wait(); // what this thread copied of the tile has arrived
        __syncthreads();          // what the others copied has arrived, too
        const float2* const col_points = row_points + stage_begin[stage];
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
        stage = next_stage;
    }
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    constexpr std::size_t shared_bytes = (rows_per_block + stages * tile_width) * sizeof(float2);
    cuda::with_target(problem.out, [&](auto target) {
        cuda::launch_grid(pipeline_dynamic<decltype(target)>, cuda::tiles(problem.n, rows_per_block), threads,
                          shared_bytes, run.stream, reinterpret_cast<const float2*>(problem.points),
                          static_cast<int>(problem.n), tile_width, target);
    });
}

} // namespace

KernelVariant pipeline_dynamic_variant() {
    return {.title = "Pipeline, stage picked at run time",
            .teaches = "The next tile is copied while the block computes with the current one. This overlap helps only "
                       "if the kernel was waiting for the copies, and here it was not.",
            .wastes = "The place of a tile comes from an array that is indexed at run time, so the array lies in local "
                      "memory instead of registers. There are still too few blocks.",
            .parent = "distance_matrix/no_division",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
