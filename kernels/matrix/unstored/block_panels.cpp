// SPDX-License-Identifier: MIT
#include "kernels/matrix/unstored/block_panels.h"

#include <algorithm>

namespace pairscope::matrix {
namespace {

constexpr std::int64_t most_tiles = 1 << 20;               // per panel: 24 MiB of parts
constexpr double most_entries = 1.7e10, most_terms = 4e10; // per panel: about 4 ms of an H200

/// What an entry costs, as much as so many coordinates.
double work_of_entry(const PairQuestion& question) {
    constexpr double of_places = 60.0; // sines, a division and an arctangent
    constexpr double other_work = 4.0; // besides the coordinates
    if (question.formula.terms == PairTerms::places) return of_places;
    return static_cast<double>(question.a.dims) + other_work;
}

/// How many columns of tiles from the first one on consist of images only, in `rows` rows of tiles from `first_row` on.
std::int64_t columns_of_images(const BlockLayout& layout, const Tiling& tiling, std::int64_t first_row,
                               std::int64_t rows) {
    if (!tiling.has_parts || !layout.is_mirrored) return 0;
    const std::int64_t first = first_row / tiling.parts, last = (first_row + rows - 1) / tiling.parts;
    const auto are_images = [&](std::int64_t j) {
        for (std::int64_t i = first; i <= last; ++i)
            if (!layout.is_image(i, j)) return false;
        return true;
    };
    std::int64_t j = 0;
    while (j < layout.grid.shape.cols && are_images(j)) ++j;
    return std::min(j * tiling.parts, tiling.across);
}

} // namespace

Tiling tiling_of(const PairQuestion& question, const BlockLayout& layout) {
    const BlockGrid& grid = layout.grid;
    Tiling tiling;
    tiling.is_planar = question.a.element == Element::float32 && question.a.dims == 2 &&
                       question.formula.terms == PairTerms::squared_differences && grid.side % pair_tile_side == 0;
    if (tiling.is_planar)
        for (tiling.side = planar_tile_side; grid.side % tiling.side != 0;) tiling.side /= 2;
    tiling.has_parts = grid.side >= tiling.side;
    if (tiling.has_parts) tiling.parts = (grid.side + tiling.side - 1) / tiling.side;
    tiling.down = layout.tiles_over(layout.end_row() - grid.first_row, tiling.side, tiling.parts);
    tiling.across = layout.tiles_over(layout.end_col() - grid.first_col, tiling.side, tiling.parts);
    const double entries = static_cast<double>(tiling.side * tiling.side);
    const double terms = entries * work_of_entry(question);
    const double fitting = tiling.is_planar ? most_entries / entries : most_terms / terms;
    tiling.most_tiles = std::clamp(static_cast<std::int64_t>(fitting), std::int64_t{256}, most_tiles);
    return tiling;
}

std::vector<TilePanel> panels_of(const Tiling& tiling, const BlockLayout& layout) {
    if (tiling.down == 0 || tiling.across == 0) return {};
    constexpr std::int64_t fewest_rows = 4;    // that a block of threads of a planar launch has
    constexpr std::int64_t most_rows = 65'532; // a grid has at most 65535 blocks of threads below each other
    const std::int64_t fitting = tiling.most_tiles / tiling.across / fewest_rows * fewest_rows;
    const std::int64_t all_rows = std::clamp(fitting, fewest_rows, most_rows);
    std::vector<TilePanel> panels;
    for (std::int64_t row = 0; row < tiling.down; row += all_rows) {
        const std::int64_t rows = std::min(all_rows, tiling.down - row);
        const std::int64_t all_cols = std::max<std::int64_t>(1, tiling.most_tiles / rows);
        for (std::int64_t col = columns_of_images(layout, tiling, row, rows); col < tiling.across; col += all_cols)
            panels.push_back({.first_row = row,
                              .first_col = col,
                              .rows = rows,
                              .cols = std::min(all_cols, tiling.across - col),
                              .parts = tiling.parts});
    }
    return panels;
}

} // namespace pairscope::matrix
