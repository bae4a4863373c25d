// SPDX-License-Identifier: MIT
// How the blocks of a grid are divided into tiles, and these into panels: the launches of a GPU.
#pragma once

#include "kernels/matrix/unstored/block_layout.h"

#include <cstdint>
#include <vector>

namespace pairscope::matrix {

/// Tiles that are computed together. They are counted from the first entry of the grid on.
struct TilePanel {
    std::int64_t first_row = 0, first_col = 0, rows = 0, cols = 0; ///< [tiles]
    std::int64_t parts = 1; ///< a block has parts x parts tiles; 1 where a tile has several blocks
};

/// The sides of tiles [entries]: of any vectors; and at most of planar ones, which are those of 2-D points and squared
/// differences. A block consists of whole planar tiles, so they have a side of 64 or 128 in some blocks, and there are
/// none where the side of a block is no multiple of 64.
inline constexpr std::int64_t pair_tile_side = 64, planar_tile_side = 256;

/// How a grid is divided into tiles.
struct Tiling {
    bool is_planar = false;
    std::int64_t side = pair_tile_side;
    std::int64_t parts = 1;            ///< see TilePanel
    bool has_parts = false;            ///< a block has one tile or more, else a tile has several blocks
    std::int64_t down = 0, across = 0; ///< [tiles]
    std::int64_t most_tiles = 1;       ///< tiles per panel: some milliseconds of an H200
};
[[nodiscard]] Tiling tiling_of(const PairQuestion& question, const BlockLayout& layout);

/// Panels with all tiles that have to be computed, and with few others. None has more than most_tiles, which is at
/// least 4.
[[nodiscard]] std::vector<TilePanel> panels_of(const Tiling& tiling, const BlockLayout& layout);

/// What a panel is asked about, and where its findings go.
struct PanelRun {
    PairQuestion question;
    BlockLayout layout;
    TilePanel panel{};
    BlockTotal* parts = nullptr;  ///< for each tile of the panel, row-major; those of tiles of weight 0 are not written
    BlockTotal* totals = nullptr; ///< for each block of the grid, row-major
};

/// The rows [first_row, first_row + rows) of blocks, from a sample of at most per_side^2 entries of each.
struct SampledRows {
    std::int64_t first_row = 0, rows = 0, per_side = 1;
};

} // namespace pairscope::matrix
