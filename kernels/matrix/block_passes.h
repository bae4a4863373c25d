// SPDX-License-Identifier: MIT
// The launches that reduced blocks on a GPU consist of. All of them only enqueue.
#pragma once

#include "kernels/matrix/block_layout.h"
#include "kernels/matrix/passes.h"

#include <cstdint>
#include <driver_types.h>

namespace pairscope::cuda {

/// Tiles that are computed together. They begin at the first entry of the grid, and are counted from there.
struct TilePanel {
    std::int64_t first_row = 0, first_col = 0, rows = 0, cols = 0; ///< [tiles]
    int doublings = 0; ///< a block has 2^doublings x 2^doublings tiles; not used where a tile has several blocks
};

/// What a panel is asked about, and where its findings go.
struct PanelRun {
    matrix::PairQuestion question;
    matrix::BlockLayout layout;
    TilePanel panel{};
    matrix::BlockTotal* parts =
        nullptr; ///< one for each tile of the panel, row-major; tiles of weight 0 are not written
    matrix::BlockTotal* totals = nullptr; ///< one for each block of the grid, row-major
};

/// Of 2-D points and squared differences, in blocks of at least one tile: into the parts.
inline constexpr std::int64_t planar_tile_side = 256;
void look_at_planar_tiles(const PanelRun& run, cudaStream_t stream);

/// Of any vectors. In blocks of at least one tile: into the parts. Smaller blocks are finished: into the totals.
inline constexpr std::int64_t pair_tile_side = 64;
void look_at_pair_tiles(const PanelRun& run, cudaStream_t stream);

/// Every total becomes that of no entries.
void clear_totals(matrix::BlockTotal* totals, std::int64_t count, cudaStream_t stream);
/// Adds the parts of a panel to the totals of their blocks.
void add_parts(const PanelRun& run, cudaStream_t stream);
/// Writes the blocks of the grid as cells of an overview, and images from what they are images of.
void write_blocks(const matrix::BlockLayout& layout, const matrix::BlockTotal* totals, const OverviewCells& out,
                  cudaStream_t stream);

/// The rows [first_row, first_row + rows) of blocks, from a sample of at most per_side^2 entries of each.
struct SampledRows {
    std::int64_t first_row = 0, rows = 0, per_side = 1;
};
void sample_rows(const matrix::PairQuestion& question, const matrix::BlockLayout& layout, const SampledRows& sampled,
                 matrix::BlockTotal* totals, cudaStream_t stream);

} // namespace pairscope::cuda
