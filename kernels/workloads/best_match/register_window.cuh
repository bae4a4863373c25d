// SPDX-License-Identifier: MIT
// Windows in shared memory, and scores that never leave the registers of their thread.
#pragma once

#include "kernels/workloads/best_match/windows.cuh"

namespace pairscope::matching::inline PAIRSCOPE_SIDE {

template <int width, int cols_per_thread, int lines> __global__ void match_in_registers(MatchSets, Screening);

/// A block has `width` x `lines` threads. Each has four rows of a window, and `cols_per_thread` of its candidates.
template <int width, int cols_per_thread, int lines> struct RegisterWindow {
    static constexpr int threads = width * lines;
    static constexpr int rows_per_thread = 4, rows = rows_per_thread * lines, cols = cols_per_thread * width;
    static constexpr int quads = dims_at_once / 4;
    static constexpr int stride = quads + 1; ///< 16-byte words between two vectors, so that their banks differ
    using Scores = float[rows_per_thread][cols_per_thread];

    static __device__ void accumulate(const float4 (&x)[rows][stride], const float4 (&y)[cols][stride],
                                      Scores& scores) {
        const int column = threadIdx.x, line = threadIdx.y;
        for (int k = 0; k < quads; ++k) {
            float4 candidates[cols_per_thread];
#pragma unroll
            for (int j = 0; j < cols_per_thread; ++j) candidates[j] = y[column + j * width][k];
#pragma unroll
            for (int i = 0; i < rows_per_thread; ++i) {
                const float4 row = x[line + i * lines][k];
#pragma unroll
                for (int j = 0; j < cols_per_thread; ++j) scores[i][j] = added(scores[i][j], row, candidates[j]);
            }
        }
    }

    static void launch(const Run& run) {
        const MatchSets sets = match_sets(run.problem);
        const Screening screening = screening_in(run.problem.workspace, sets);
        cuda::launch_grid(match_in_registers<width, cols_per_thread, lines>, cuda::tiles(sets.rows, rows),
                          dim3(width, lines), 0, run.stream, sets, screening);
        finish(sets, screening, run.stream);
    }
};

template <int width, int cols_per_thread, int lines>
__global__ void match_in_registers(MatchSets sets, Screening screening) {
    using Tile = RegisterWindow<width, cols_per_thread, lines>;
    __shared__ float4 x[Tile::rows][Tile::stride], y[Tile::cols][Tile::stride];
    const int first_row = blockIdx.x * Tile::rows;
    Screened found[Tile::rows_per_thread];
    for (int first = 0; first < sets.cols; first += Tile::cols) {
        typename Tile::Scores scores{};
        for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
            if (first == 0 || sets.dims > dims_at_once) load(x, rows_from(sets, first_row), first_dim);
            load(y, candidates_from(sets, first), first_dim);
            __syncthreads();
            Tile::accumulate(x, y, scores);
            __syncthreads(); // nobody reads the windows any more, so the next ones may overwrite them
        }
#pragma unroll
        for (int j = 0; j < cols_per_thread; ++j) {
            const int candidate = first + static_cast<int>(threadIdx.x) + j * width;
            if (candidate >= sets.cols) break;
#pragma unroll
            for (int i = 0; i < Tile::rows_per_thread; ++i) offer(found[i], scores[i][j], candidate);
        }
    }
#pragma unroll
    for (int i = 0; i < Tile::rows_per_thread; ++i) {
        const Screened of_row = together<width>(found[i]);
        const int row = first_row + static_cast<int>(threadIdx.y) + i * lines;
        if (threadIdx.x == 0 && row < sets.rows) keep(screening, row, 0, of_row);
    }
}

} // namespace pairscope::matching::inline PAIRSCOPE_SIDE
