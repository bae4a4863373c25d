// SPDX-License-Identifier: MIT
// Distances of vectors of any length with wgmma: both sets pass through a ring in shared memory, 32 coordinates at a
// time. A block computes one tile after the other, so that the first coordinates of the next tile arrive while it
// stores.
#pragma once

#include "kernels/engines/cuda/dependent_launch.cuh"
#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/workloads/cross_distance/warp_group_split.cuh"

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

constexpr int streaming_blocks = 132; // multiprocessors of an H200; each runs one block
constexpr int slots = 4;              // slots of the ring

/// The tiles of a block: warp groups have 64 x 128 entries each, two below each other, and one or two side by side.
/// One has registers for a second sum of each entry, which takes over those of the tensor cores after so many chunks of
/// coordinates: their error grows faster.
template <int groups_across> struct Streamed {
    static constexpr bool adds_up = groups_across == 1;
    static constexpr int chunks_in_row = 4;
    static constexpr int dims_in_row = adds_up ? chunks_in_row * 2 * halves_dims : 1024;
    static constexpr Division division{2 * panel_rows, groups_across* group_cols, 2};
    static constexpr int threads = 2 * groups_across * group_threads;
    static constexpr int slot_row_bytes = division.pieces * division.rows / 8 * octet_bytes;
    template <class Target> static constexpr int block_cols = division.cols + columns_before<Target>;
    template <class Target>
    static constexpr int slot_bytes = slot_row_bytes + division.pieces* block_cols<Target> / 8 * octet_bytes;
};
using WideTiles = Streamed<2>;
using NarrowTiles = Streamed<1>;

/// Narrow tiles where wide ones would leave multiprocessors without work. A narrow tile reads a third more per product,
/// but of long vectors fewer distances are suspect.
inline bool has_narrow_tiles(int apart, std::int64_t rows, std::int64_t cols, std::int64_t dims) {
    const auto cost = [&](const Division& division) {
        const SplitPlan plan = split_plan(division, apart, rows, cols, dims, nullptr);
        const std::int64_t tiles = std::int64_t{plan.row_blocks} * plan.col_blocks;
        return (tiles + streaming_blocks - 1) / streaming_blocks * division.cols;
    };
    return cost(NarrowTiles::division) * (dims > 256 ? 3 : 4) / 3 <= cost(WideTiles::division);
}

struct TilePlace {
    int row, col; ///< counted in tiles
};
/// The order of the tiles: eight rows of tiles at a time, column by column. Tiles that are computed at the same time
/// share vectors, which stay in the L2 cache.
__device__ inline TilePlace tile_place(int index, const SplitPlan& plan) {
    constexpr int band_rows = 8;
    const int band = index / (band_rows * plan.col_blocks), in_band = index - band * band_rows * plan.col_blocks;
    const int rows = min(band_rows, plan.row_blocks - band * band_rows);
    return {band * band_rows + in_band % rows, in_band / rows};
}

/// There must be at least as many chunks of coordinates as there are slots. Then a slot that is filled for the tile
/// after next was released after the stores of this tile, and its measures may be overwritten.
template <class Tiles, class Target>
static __global__ void __launch_bounds__(Tiles::threads, 1)
    multiply_streamed(CrossSets sets, SplitPlan plan, float share, Target out) {
#if PAIRSCOPE_HAS_WARP_GROUPS
    constexpr Division division = Tiles::division;
    constexpr int slot_row_bytes = Tiles::slot_row_bytes, slot_bytes = Tiles::template slot_bytes<Target>;
    constexpr int slot_col_bytes = slot_bytes - slot_row_bytes, across_count = division.cols / group_cols;
    constexpr int block_cols = Tiles::template block_cols<Target>;
    std::byte* const ring = cuda::dynamic_shared<std::byte>();
    __shared__ __align__(16) Measures col_measures[2][block_cols];
    __shared__ __align__(16) Measures row_measures[2][division.rows];
    __shared__ std::uint64_t full[slots], empty[slots];
    const int warp = threadIdx.x % group_threads / 32, group = my_group(), lane = threadIdx.x % 32;
    const int down = group / across_count * panel_rows, across = group % across_count * group_cols;
    const int stride = static_cast<int>(gridDim.x), tiles = plan.row_blocks * plan.col_blocks;
    const int chunks = plan.pieces / division.pieces;
    const int steps = (tiles - static_cast<int>(blockIdx.x) + stride - 1) / stride * chunks;
    int next = 0, next_chunk = 0, next_tile = 0; // what to fetch next, counted among the tiles of this block
    const auto fetch = [&] {
        const TilePlace tile = tile_place(static_cast<int>(blockIdx.x) + next_tile * stride, plan);
        const int slot = next % slots;
        if (next >= slots) wait_for(empty + slot, next / slots - 1);
        const std::uint32_t measured = next_chunk == 0 ? sizeof(col_measures[0]) + sizeof(row_measures[0]) : 0;
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, full + slot,
                                       slot_bytes + measured);
        if (next_chunk == 0) {
            copy_in(row_measures[next_tile % 2], plan.row_measures + tile.row * division.rows, sizeof(row_measures[0]),
                    full + slot);
            copy_in(col_measures[next_tile % 2], plan.col_measures + tile.col * block_cols, sizeof(col_measures[0]),
                    full + slot);
        }
        std::byte* const to = ring + slot * slot_bytes;
        copy_in(to, plan.rows + (std::int64_t{tile.row} * chunks + next_chunk) * slot_row_bytes, slot_row_bytes,
                full + slot);
        copy_in(to + slot_row_bytes, plan.cols + (std::int64_t{tile.col} * chunks + next_chunk) * slot_col_bytes,
                slot_col_bytes, full + slot);
        ++next;
        if (++next_chunk == chunks) next_chunk = 0, ++next_tile;
    };
    if (threadIdx.x == 0) { // this thread copies for all threads
        for (int slot = 0; slot < slots; ++slot) {
            ptx::mbarrier_init(full + slot, 1);
            ptx::mbarrier_init(empty + slot, Tiles::threads / 32); // one lane of each warp arrives
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        cudaGridDependencySynchronize();
        for (int i = 0; i < slots - 1; ++i) fetch();
    }
    __syncthreads();
    const RowGroups panels{sets.rows, panel_rows, rows_apart<Target>};
    for (int step = 0, nth = 0; step < steps; ++nth) {
        const auto tile_here = [&] { return tile_place(static_cast<int>(blockIdx.x) + nth * stride, plan); };
        const auto my_row = [&](const TilePlace& tile) {
            return panels.first_row((tile.row * division.rows + down) / panel_rows);
        };
        const int my_col = across + first_col_in_block(out, [&] { return my_row(tile_here()); });
        float sums[group_cols / 2]{}, totals[Tiles::adds_up ? group_cols / 2 : 1]{};
        for (int chunk = 0; chunk < chunks; ++chunk, ++step) {
            if (threadIdx.x == 0 && next < steps) fetch(); // into the slot of the previous step
            __syncwarp();
            const int slot = step % slots;
            wait_for(full + slot, step / slots);
            __syncwarp();
            const std::byte *const rows = ring + slot * slot_bytes, *const cols = rows + slot_row_bytes;
            cuda::begin_products();
#pragma unroll
            for (int piece = 0; piece < division.pieces; ++piece) {
                const auto a =
                    cuda::CoreMatrices::upper_halves(rows + (piece * division.rows + down) / 8 * octet_bytes);
                const auto b = columns_from<Target, division.cols>(cols + piece * block_cols / 8 * octet_bytes, my_col);
                add_products(sums, a, a.lower_halves(), b, true);
            }
            cuda::finish_products(sums);
            __syncwarp();
            if (lane == 0) ptx::mbarrier_arrive(empty + slot);
            if constexpr (Tiles::adds_up) {
                if (chunk % Tiles::chunks_in_row == Tiles::chunks_in_row - 1 || chunk == chunks - 1) {
#pragma unroll
                    for (int i = 0; i < group_cols / 2; ++i) totals[i] += sums[i], sums[i] = 0.0f;
                }
            }
        }
        const auto& row = row_measures[nth % 2];
        const Measures measures[2] = {row[down + lane_row()], row[down + lane_row() + 8]};
        const TilePlace tile = tile_here();
        const int first_row = my_row(tile), first_col = tile.col * division.cols + my_col - columns_before<Target>;
        const Part part{first_row + first_row_of<Target>(warp), first_col, col_measures[nth % 2] + my_col, share,
                        is_inside(sets, first_row, panel_rows, first_col, group_cols, out)};
        if constexpr (Tiles::adds_up)
            finish(totals, part, measures, sets, out);
        else
            finish(sums, part, measures, sets, out);
    }
#endif
}

template <class Tiles, class Target>
void launch_streamed(const CrossSets& sets, const SplitPlan& plan, cudaStream_t stream, const Target& out) {
    const float share = least_share(error_of_halves(sets.dims, Tiles::dims_in_row), halves_tolerance, sets.dims);
    launch_split_long<Target>(sets, plan, stream);
    cuda::launch_dependent_grid(multiply_streamed<Tiles, Target>,
                                min(streaming_blocks, plan.row_blocks * plan.col_blocks), Tiles::threads,
                                slots * Tiles::template slot_bytes<Target>, stream, sets, plan, share, out);
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
