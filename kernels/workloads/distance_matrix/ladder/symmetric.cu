// SPDX-License-Identifier: MIT
// A block computes a tile of the upper triangle and stores it twice, the second time transposed by way of shared
// memory.
//
// On an H200 (n = 30336) this kernel takes 0.97 ms, after 0.79 for vec4_rows. Half of the arithmetic is saved, but
// memory is the limit, and all bytes are still written, in pieces of 256 bytes at two places. Where n is not a multiple
// of 8 it takes 1.16 ms (n = 30337): the tile then needs 7 more rows and columns. Without these it took 2.37 ms.
//
// Where n is not a multiple of 64 the trace has up to 1 % more shared loads than the GPU: nvcc loads only where it
// stores. Where n is not a multiple of 8 it has up to 2 % fewer global loads and shared stores: nvcc unrolls the loop
// that fills the tile by four and runs the rest first, so lanes of a warp are out of step. It has up to 0.4 % fewer
// store requests and 0.5 % more sectors, because it matches lanes at the ends of misaligned rows by their first entry.
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/launch.h"
#include "kernels/matrix/target.cuh"
#include "kernels/workloads/distance_matrix/problem.h"

namespace pairscope::ladder::distance_matrix {
namespace {

constexpr int side = 64; // rows and columns of a tile. H200, n = 30336: 32, 64, 128 take 0.99, 0.98, 1.2 ms
using Blocks = cuda::BlockSizes<256, 128, 512, 1024>;
// The width of a row of the tile in shared memory. It is odd, because with 64 entries all lanes that read a column
// would use the same one of the 32 banks.
template <int halo> constexpr int padded_width = (side + halo) | 1;

struct Cell {
    int row, col;
};

/// The place of the i-th group of four columns in a tile. The lanes of a warp fill whole sectors of the target.
template <cuda::Sector sector> __device__ Cell place_of(int i) {
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

/// `halo` is 7 where rows of the matrix begin inside a sector. Each row then moves its columns to the left by its
/// misalignment, so that its stores fill whole sectors (as in vec4_rows), and the tile needs up to 7 more rows and
/// columns.
template <int threads, int halo, class Target>
__global__ void symmetric(const float2* __restrict__ points, int n, int tiles, Target out) {
    constexpr int steps = side * side / (4 * threads); // a thread stores 4 columns in each
    constexpr int padded = padded_width<halo>;
    float* const tile = cuda::dynamic_shared<float>();
    // Rows r and tiles - 1 - r of the triangle have tiles - r and r + 1 tiles: together one row of the grid.
    int tile_row = blockIdx.y;
    int tile_col = tile_row + blockIdx.x;
    if (tile_col >= tiles) {
        tile_row = tiles - 1 - tile_row;
        tile_col = blockIdx.x - 1;
        if (tile_row == static_cast<int>(blockIdx.y)) return; // for the whole block: the middle row is its own partner
    }
    const int first_row = tile_row * side, first_col = tile_col * side;
    // Entry (r, c) of the tile in shared memory is entry (first_row - halo + r, first_col - halo + c) of the matrix.
    constexpr int width = side + halo;
    for (int i = threadIdx.x; i < width * width; i += threads) {
        const int r = i / width, c = i % width;
        const float2 a = points[min(max(first_row - halo + r, 0), n - 1)];
        const float2 b = points[min(max(first_col - halo + c, 0), n - 1)];
        tile[r * padded + c] = distance(a, b);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < steps; ++k) {
        const Cell at = place_of<Target::sector>(threadIdx.x + k * threads);
        const int row = first_row + at.row;
        if (row >= n) continue;
        const int moved = halo > 0 ? out.misalignment(row) : 0;
        const float* const from = tile + (at.row + halo) * padded + at.col + halo - moved;
        cuda::store4_inside(out, row, first_col + at.col - moved, n, make_float4(from[0], from[1], from[2], from[3]));
    }
    if (tile_row == tile_col) return; // for the whole block: a tile on the diagonal is its own mirror image
#pragma unroll
    for (int k = 0; k < steps; ++k) {
        const Cell at = place_of<Target::sector>(threadIdx.x + k * threads);
        const int row = first_col + at.row;
        if (row >= n) continue;
        const int moved = halo > 0 ? out.misalignment(row) : 0;
        const float* const from = tile + (at.col + halo - moved) * padded + at.row + halo;
        cuda::store4_inside(out, row, first_row + at.col - moved, n,
                            make_float4(from[0], from[padded], from[2 * padded], from[3 * padded]));
    }
}

template <int threads, int halo, class Target> void launch_on(const Run& run, const Target& target) {
    const auto problem = distance_matrix_problem(run);
    const unsigned tiles = cuda::tiles(problem.n + halo, side); // moved columns may need one more tile
    const dim3 grid(tiles + 1, (tiles + 1) / 2);
    cuda::launch_grid(
        symmetric<threads, halo, Target>, grid, threads, (side + halo) * padded_width<halo> * sizeof(float), run.stream,
        reinterpret_cast<const float2*>(problem.points), static_cast<int>(problem.n), static_cast<int>(tiles), target);
}

bool rows_begin_at_sectors(const OutputTarget& target) {
    const auto* memory = std::get_if<LinearMemory>(&target);
    return memory == nullptr || memory->pitch % 8 == 0;
}

void launch(const Run& run) {
    const OutputTarget& out = run.problem.out;
    Blocks::with(run.block, [&](auto size) {
        constexpr int threads = size;
        cuda::with_target(out, [&](auto target) {
            if (rows_begin_at_sectors(out))
                launch_on<threads, 0>(run, target);
            else
                launch_on<threads, 7>(run, target);
        });
    });
}

} // namespace

KernelVariant symmetric_variant() {
    return {.title = "Half the arithmetic, all the bytes",
            .teaches = "The matrix is symmetric, so a block computes a tile once and stores it twice. Saving "
                       "arithmetic helps only where arithmetic is the limit; here all bytes still have to be written.",
            .wastes =
                "It spends a barrier and a detour through shared memory to save arithmetic that took no extra time.",
            .parent = "distance_matrix/vec4_rows",
            .backend = Backend::cuda,
            .writes_surface = true,
            .form = "each_pair_once",
            .blocks = Blocks::all,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_matrix
