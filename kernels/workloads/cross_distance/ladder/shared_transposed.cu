// SPDX-License-Identifier: MIT
// Each row of the transposed tile has one unused word, because otherwise the stores, instead of the loads, would all
// use one bank.
//
// A GPU counts fewer requests than the trace, because nvcc combines four loads of the first set into one load of 16
// bytes.
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/cross_distance/problem.h"

namespace pairscope::ladder::cross_distance {
namespace {

constexpr int side = 32; // rows and columns of a tile, and coordinates copied at once: as many as a warp has lanes
using Blocks = cuda::BlockSizes<256, 128, 512>;

/// Coordinate k of vector i, or 0 where there is none.
__device__ float coordinate(const float* set, int pitch, int count, int i, int k, int dims) {
    return i < count && k < dims ? set[i * pitch + k] : 0.0f;
}

template <int warps, class Target> __global__ void shared_transposed(CrossSets sets, Target out) {
    constexpr int rows_per_thread = side / warps;
    __shared__ float tile_a[side][side];     // by vector, by coordinate
    __shared__ float tile_b[side][side + 1]; // by coordinate, by vector
    const int first_row = blockIdx.y * side, first_col = blockIdx.x * side;
    const int lane = threadIdx.x, warp = threadIdx.y;
    float sums[rows_per_thread]{};
    for (int first_dim = 0; first_dim < sets.dims; first_dim += side) {
        for (int i = warp; i < side; i += warps) {
            const int k = first_dim + lane;
            tile_a[i][lane] = coordinate(sets.a, sets.a_pitch, sets.rows, first_row + i, k, sets.dims);
            tile_b[lane][i] = coordinate(sets.b, sets.b_pitch, sets.cols, first_col + i, k, sets.dims);
        }
        __syncthreads();
        const int dims = min(side, sets.dims - first_dim);
        for (int k = 0; k < dims; ++k) {
            const float b = tile_b[k][lane]; // 32 lanes, 32 banks
#pragma unroll
            for (int i = 0; i < rows_per_thread; ++i) {
                const float difference = tile_a[warp + i * warps][k] - b;
                sums[i] += difference * difference;
            }
        }
        __syncthreads(); // nobody reads the tiles any more, so the next coordinates may overwrite them
    }
    for (int i = 0; i < rows_per_thread; ++i) {
        const int row = first_row + warp + i * warps, col = first_col + lane;
        if (row < sets.rows && col < sets.cols) out.store(row, col, sqrtf(sums[i]));
    }
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const dim3 grid(cuda::tiles(sets.cols, side), cuda::tiles(sets.rows, side));
    Blocks::with(run.block, [&](auto threads) {
        constexpr int warps = threads / side;
        cuda::with_target(run.problem.out, [&](auto target) {
            cuda::launch_grid(shared_transposed<warps, decltype(target)>, grid, dim3(side, warps), 0, run.stream, sets,
                              target);
        });
    });
}

} // namespace

KernelVariant shared_transposed_variant() {
    return {
        .title = "Transposed tile",
        .teaches = "A tile that is stored transposed, in rows of 33 words, is written and read without bank conflicts.",
        .wastes = "Each difference needs more than one load from shared memory, because a thread has only one column.",
        .parent = "cross_distance/shared",
        .backend = Backend::cuda,
        .writes_surface = true,
        .blocks = Blocks::all,
        .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
