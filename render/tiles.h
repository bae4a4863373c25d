// SPDX-License-Identifier: MIT
// A matrix that is not stored, as a pyramid of tiles. A texel of level k stands for 2^k x 2^k entries; a tile has 256 x
// 256 texels, and fewer at the far edges of the matrix. Plain arithmetic, no GL.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/aggregate.h"
#include "render/heatmap_view.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace pairscope {

inline constexpr int tile_bits = 8;
inline constexpr std::int64_t tile_side = std::int64_t{1} << tile_bits; ///< [texels]

/// Where a tile is: its level, and its place there counted in tiles.
struct TileKey {
    int level = 0;
    std::int64_t row = 0, col = 0;
    auto operator<=>(const TileKey&) const = default;
};

/// The entries that a texel of the level covers in each direction.
[[nodiscard]] constexpr std::int64_t texel_side(int level) { return std::int64_t{1} << level; }
/// The least level at which the whole matrix is one tile.
[[nodiscard]] int top_level(MatrixShape shape);
/// The matrix at this level [texels].
[[nodiscard]] MatrixShape level_shape(MatrixShape shape, int level);
/// The texels of a tile, in those of its level.
[[nodiscard]] Region texels_of(const TileKey& tile, MatrixShape shape);
/// How many entries a tile stands for.
[[nodiscard]] double entries_of(const TileKey& tile, MatrixShape shape);
/// The tile of a coarser level that covers this one; the tile itself if the level is not coarser.
[[nodiscard]] TileKey covering_tile(const TileKey& tile, int level);
/// The tile of the top level.
[[nodiscard]] inline TileKey whole_matrix(MatrixShape shape) { return {top_level(shape), 0, 0}; }
/// The tile on the other side of the diagonal.
[[nodiscard]] constexpr TileKey mirror_of(const TileKey& tile) { return {tile.level, tile.col, tile.row}; }
/// The tile of level 0 that has the entry.
[[nodiscard]] TileKey tile_with(Cell cell);

/// The coarsest level whose texels are not larger than a pixel: then every entry has its part in exactly one pixel.
[[nodiscard]] int level_for(const HeatmapView& view, MatrixShape shape);
/// The tiles of the level that are in sight, as a rectangle counted in tiles; empty if none is.
[[nodiscard]] Region tile_rectangle(const HeatmapView& view, Viewport viewport, MatrixShape shape, int level);
/// The tiles of level_for() that are in sight, those near the centre of the picture first.
[[nodiscard]] std::vector<TileKey> tiles_in_sight(const HeatmapView& view, Viewport viewport, MatrixShape shape);

/// What is looked at.
struct TileSight {
    MatrixShape shape; ///< the shape of the matrix
    HeatmapView view;
    Viewport viewport;
    Aggregate aggregate = Aggregate::mean;
};

/// Returns the blocks of a tile, in host memory; null if they are not known yet.
using FindTile = std::function<std::shared_ptr<const Overview>(const TileKey&)>;

} // namespace pairscope
