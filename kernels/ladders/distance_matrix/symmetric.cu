// SPDX-License-Identifier: MIT
// Adds to vec4_rows: the matrix is its own mirror image, so a block computes a tile of the upper triangle and stores it
// twice, the second time turned over by way of shared memory.
//
// H200, n = 30336: 0.98 ms, after 0.79. Half of the arithmetic is saved, but memory is the limit, and all of the bytes
// remain. They are even harder to write: in pieces of 256 bytes, in two places at a time.
//
// Wasted: the cleverness.
//
// Where n is no multiple of 64 the trace has up to 1 % more shared loads than the GPU: nvcc loads only where it stores.
#include "kernels/core/variant.h"
#include "kernels/cuda/dynamic_shared.cuh"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/target.cuh"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int side = 64; // of a tile. H200, n = 30336: 32, 64, 128 take 0.99, 0.98, 1.2 ms
using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;
// A row of the tile in shared memory. With 64 entries all lanes that read a column would meet in one of the 32 banks.
constexpr int padded = side + 1;

struct Place {
    int row, col;
};

/// Where the i-th group of four columns of a tile lies: a warp's lanes fill whole sectors of the target.
template <cuda::Sector sector> __device__ Place place_of(int i) {
    if constexpr (sector == cuda::Sector::quad) {
        const int warp = i / 32, lane = i % 32; // 16 columns x 8 rows, as in tile16
        return {warp / (side / 16) * 8 + lane / 8 * 2 + lane % 2, warp % (side / 16) * 16 + lane / 2 % 4 * 4};
    } else {
        return {i / (side / 4), i % (side / 4) * 4};
    }
}

__device__ float distance(float2 a, float2 b) {
    const float dx = b.x - a.x;
    const float dy = b.y - a.y;
    return sqrtf(dx * dx + dy * dy);
}

/// With 16-byte stores where the rows of the target allow it: a tile cannot move as the columns of vec4_rows do.
template <class Target> __device__ void store(const Target& out, int row, int col, int n, float4 v) {
    if (row >= n) return;
    if (out.misalignment(row) % 4 == 0) {
        cuda::store4_inside(out, row, col, n, v);
    } else {
        if (col < n) out.store(row, col, v.x);
        if (col + 1 < n) out.store(row, col + 1, v.y);
        if (col + 2 < n) out.store(row, col + 2, v.z);
        if (col + 3 < n) out.store(row, col + 3, v.w);
    }
}

template <int threads, class Target>
__global__ void symmetric(const float2* __restrict__ points, int n, int tiles, Target out) {
    constexpr int steps = side * side / (4 * threads); // a thread stores 4 columns in each
    float* const tile = cuda::dynamic_shared<float>();
    // Row r of the triangle has tiles - r tiles, the last but r has r + 1: together they fill one row of the grid.
    int tile_row = blockIdx.y;
    int tile_col = tile_row + blockIdx.x;
    if (tile_col >= tiles) {
        tile_row = tiles - 1 - tile_row;
        tile_col = blockIdx.x - 1;
        if (tile_row == static_cast<int>(blockIdx.y)) return; // the whole block: the middle row is its own partner
    }
    const int first_row = tile_row * side, first_col = tile_col * side;
#pragma unroll
    for (int k = 0; k < steps; ++k) {
        const Place at = place_of<Target::sector>(threadIdx.x + k * threads);
        const int row = first_row + at.row, col = first_col + at.col;
        const float2 a = points[min(row, n - 1)];
        float values[4];
        for (int j = 0; j < 4; ++j) {
            const float2 b = points[min(col + j, n - 1)];
            values[j] = distance(a, b);
            tile[at.row * padded + at.col + j] = values[j];
        }
        store(out, row, col, n, make_float4(values[0], values[1], values[2], values[3]));
    }
    if (tile_row == tile_col) return; // the whole block: a tile of the diagonal is its own mirror image
    __syncthreads();
#pragma unroll
    for (int k = 0; k < steps; ++k) {
        const Place at = place_of<Target::sector>(threadIdx.x + k * threads);
        float values[4];
        for (int j = 0; j < 4; ++j) values[j] = tile[(at.col + j) * padded + at.row];
        store(out, first_col + at.row, first_row + at.col, n, make_float4(values[0], values[1], values[2], values[3]));
    }
}

void launch(const Run& run) {
    const auto& problem = std::get<DistanceMatrixProblem>(run.problem);
    const unsigned tiles = cuda::tiles(problem.n, side);
    const dim3 grid(tiles + 1, (tiles + 1) / 2);
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        cuda::with_target(problem.out, [&](auto target) {
            cuda::launch_grid(symmetric<threads, decltype(target)>, grid, threads, side * padded * sizeof(float),
                              run.stream, reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n),
                              static_cast<int>(tiles), target);
        });
    });
}

} // namespace

KernelVariant symmetric_variant() {
    return {.title = "Half the arithmetic, all the bytes",
            .teaches = "Saving work helps only where work is the limit: the mirror image still has to be written.",
            .wastes = "A barrier and a way through shared memory, to save what cost nothing.",
            .parent = "distance_matrix/vec4_rows",
            .backend = Backend::cuda,
            .writes_surface = true,
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
