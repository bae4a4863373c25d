// SPDX-License-Identifier: MIT
// There are three stages of copies. With 16 coordinates there is only one, so nothing is hidden. The square root is
// approximate: one instruction instead of a correctly rounded sqrtf.
//
// The GPU counts more shared loads than the trace: nvcc puts three loads that no lane executes before each asynchronous
// copy (@!PT LDS in the machine code). If the number of coordinates is not a multiple of four, the trace has up to 8 %
// more sectors and up to 12 % fewer wavefronts of stores. It matches lanes by how many coordinates they have copied or
// set to zero, but nvcc unrolls the loop, so lanes meet at the same coordinate.
//
// Where vectors have a multiple of four coordinates, the GPU counts half as many sectors again as the trace. One warp
// that was counted alone shows why: if the 16-byte copies of one vector go to different rows of shared memory, the GPU
// counts a sector for each copy, so 32 for the columns of a warp instead of 16.
#include "kernels/engines/cuda/approximate_root.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/cross_distance/tile.cuh"

#include <cuda_pipeline.h>

namespace pairscope::ladder::cross_distance {
namespace {

using namespace cross_tiles;
using Blocks = cuda::BlockSizes<threads>;
constexpr int stages = 3; // 25 KiB of shared memory with 64 columns, 37 KiB with 128

/// Starts the copy of four coordinates. Those that do not exist are stored as zeros.
__device__ void copy_quad(float4& to, const float* vector, int k, int dims) {
    if (dims % 4 == 0 && k < dims) {
        __pipeline_memcpy_async(&to, vector + k, sizeof(float4));
        return;
    }
    float* const coordinates = reinterpret_cast<float*>(&to);
    for (int i = 0; i < 4; ++i) {
        if (k + i < dims) {
            __pipeline_memcpy_async(coordinates + i, vector + k + i, sizeof(float));
        } else {
            coordinates[i] = 0.0f;
        }
    }
}

/// Starts the copy of a stage and closes it. After the last coordinate the stage is empty.
template <int quads>
__device__ void fetch(const Vectors& rows, const Vectors& cols, int first_dim, SharedQuads<tile_rows>& a,
                      SharedQuads<tile_cols<quads>>& b) {
    if (first_dim < rows.dims) {
        for (int at = threadIdx.x; at < tile_rows * quads_at_once; at += threads) {
            const int row = at / quads_at_once, quad = at % quads_at_once;
            copy_quad(a[quad][row], vector_at(rows, row), first_dim + 4 * quad, rows.dims);
        }
        for (int at = threadIdx.x; at < tile_cols<quads> * quads_at_once; at += threads) {
            const int place = at / quads_at_once, quad = at % quads_at_once;
            copy_quad(b[quad][place], vector_at(cols, col_at(place)), first_dim + 4 * quad, cols.dims);
        }
    }
    __pipeline_commit();
}

template <int quads, class Target> __global__ void __launch_bounds__(threads) async_tile(CrossSets sets, Target out) {
    __shared__ SharedQuads<tile_rows> a[stages];
    __shared__ SharedQuads<tile_cols<quads>> b[stages];
    const int first_row = blockIdx.y * tile_rows, first_col = blockIdx.x * tile_cols<quads>;
    const Vectors rows = rows_of(sets, first_row), cols = cols_of(sets, first_col);
    const Mine<quads> mine;
    Sums<quads> sums{};
    for (int stage = 0; stage < stages - 1; ++stage) fetch<quads>(rows, cols, stage * dims_at_once, a[stage], b[stage]);
    int stage = 0;
    for (int first_dim = 0; first_dim < sets.dims; first_dim += dims_at_once) {
        __pipeline_wait_prior(stages - 2); // what this thread copied for the stage has arrived
        __syncthreads(); // what the others copied has arrived, too; nobody reads the previous stage any more
        const int next = (stage + stages - 1) % stages;
        fetch<quads>(rows, cols, first_dim + (stages - 1) * dims_at_once, a[next], b[next]);
        accumulate<Differences, quads>(a[stage], b[stage], quads_left(sets.dims, first_dim), mine, sums);
        stage = (stage + 1) % stages;
    }
    store_tile<quads>(sets, first_row, first_col, out,
                      [&](int i, int j) { return cuda::approximate_root(sums[i][j]); });
}

template <int quads> void launch_with(const Run& run, const CrossSets& sets) {
    const dim3 grid(cuda::tiles(sets.cols, tile_cols<quads>), cuda::tiles(sets.rows, tile_rows));
    cuda::with_target(run.problem.out, [&](auto target) {
        cuda::launch_grid(async_tile<quads, decltype(target)>, grid, threads, 0, run.stream, sets, target);
    });
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    quads_for(sets) == 1 ? launch_with<1>(run, sets) : launch_with<2>(run, sets);
}

} // namespace

KernelVariant async_tile_variant() {
    return {.title = "Asynchronous copies, three stages",
            .teaches = "Asynchronous copies bypass the registers and run up to two stages ahead of the arithmetic that "
                       "needs the data.",
            .wastes = "Each multiply-add still needs a subtraction first. With few coordinates there are too few "
                      "stages to hide the time of the copies.",
            .parent = "cross_distance/register_tile",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
