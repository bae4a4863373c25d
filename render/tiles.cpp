// SPDX-License-Identifier: MIT
#include "render/tiles.h"

#include <algorithm>

namespace pairscope {
namespace {

std::int64_t quotient_up(std::int64_t count, int bits) { return (count + (std::int64_t{1} << bits) - 1) >> bits; }

} // namespace

int top_level(MatrixShape shape) {
    int level = 0;
    while (quotient_up(std::max(shape.rows, shape.cols), level) > tile_side) ++level;
    return level;
}

MatrixShape level_shape(MatrixShape shape, int level) {
    return {quotient_up(shape.rows, level), quotient_up(shape.cols, level)};
}

Region texels_of(const TileKey& tile, MatrixShape shape) {
    const MatrixShape level = level_shape(shape, tile.level);
    const std::int64_t row = tile.row << tile_bits, col = tile.col << tile_bits;
    return {row, col, std::clamp<std::int64_t>(level.rows - row, 0, tile_side),
            std::clamp<std::int64_t>(level.cols - col, 0, tile_side)};
}

double entries_of(const TileKey& tile, MatrixShape shape) {
    const Region texels = texels_of(tile, shape);
    const auto side = texel_side(tile.level);
    const std::int64_t rows = std::min(texels.rows * side, shape.rows - texels.row * side);
    const std::int64_t cols = std::min(texels.cols * side, shape.cols - texels.col * side);
    return static_cast<double>(rows) * static_cast<double>(cols);
}

TileKey covering_tile(const TileKey& tile, int level) {
    const int up = std::max(level - tile.level, 0);
    return {tile.level + up, tile.row >> up, tile.col >> up};
}

TileKey tile_with(Cell cell) { return {0, cell.row >> tile_bits, cell.col >> tile_bits}; }

int level_for(const HeatmapView& view, MatrixShape shape) {
    const int top = top_level(shape);
    int level = 0;
    while (level < top && static_cast<double>(texel_side(level + 1)) * view.pixels_per_cell <= 1.0) ++level;
    return level;
}

Region tile_rectangle(const HeatmapView& view, Viewport viewport, MatrixShape shape, int level) {
    const Region entries = visible_region(view, viewport, shape);
    if (entries.rows == 0 || entries.cols == 0) return {};
    const int bits = level + tile_bits;
    const std::int64_t row = entries.row >> bits, col = entries.col >> bits;
    return {row, col, ((entries.row + entries.rows - 1) >> bits) - row + 1,
            ((entries.col + entries.cols - 1) >> bits) - col + 1};
}

std::vector<TileKey> tiles_in_sight(const HeatmapView& view, Viewport viewport, MatrixShape shape) {
    const int level = level_for(view, shape);
    const Region tiles = tile_rectangle(view, viewport, shape, level);
    std::vector<TileKey> keys;
    for (std::int64_t row = tiles.row; row < tiles.row + tiles.rows; ++row)
        for (std::int64_t col = tiles.col; col < tiles.col + tiles.cols; ++col) keys.push_back({level, row, col});
    const auto side = static_cast<double>(texel_side(level + tile_bits));
    const auto distance = [&](const TileKey& key) {
        const double down = (static_cast<double>(key.row) + 0.5) * side - view.center.row;
        const double across = (static_cast<double>(key.col) + 0.5) * side - view.center.col;
        return down * down + across * across;
    };
    std::ranges::stable_sort(keys, {}, distance);
    return keys;
}

} // namespace pairscope
