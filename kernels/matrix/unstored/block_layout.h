// SPDX-License-Identifier: MIT
// Where the blocks of a grid lie in the matrix, which of them are mirror images of others, and which tiles of a block
// have to be computed. Host and device share it.
#pragma once

#include "kernels/ladder/pair_formula.h"
#include "kernels/matrix/both_sides.h"
#include "kernels/matrix/matrix.h"

#include <cstdint>

namespace pairscope::matrix {

struct BlockLayout {
    BlockGrid grid;
    MatrixShape matrix;        ///< [entries]
    bool is_mirrored = false;  ///< entry (i, j) is entry (j, i), and the diagonal passes through corners of blocks
    std::int64_t diagonal = 0; ///< block (i, j) lies on the diagonal of the matrix where i - j is this; if is_mirrored

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_below_diagonal(std::int64_t i, std::int64_t j) const {
        return is_mirrored && i - j > diagonal;
    }
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_on_diagonal(std::int64_t i, std::int64_t j) const {
        return is_mirrored && i - j == diagonal;
    }
    /// Is block (i, j) the mirror image of block (j + diagonal, i - diagonal), which is in the grid, too?
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_image(std::int64_t i, std::int64_t j) const {
        const std::int64_t row = j + diagonal, col = i - diagonal;
        return is_below_diagonal(i, j) && row >= 0 && row < grid.shape.rows && col >= 0 && col < grid.shape.cols;
    }

    /// How often the entries of a tile count, where a block has parts x parts tiles: 0 in a block that is an image; and
    /// in a block on the diagonal, whose halves are images of each other, 0 below and 2 above the diagonal.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES int weight_of_tile(std::int64_t tile_row, std::int64_t tile_col,
                                                          std::int64_t parts) const {
        const std::int64_t i = tile_row / parts, j = tile_col / parts;
        if (is_image(i, j)) return 0;
        if (!is_on_diagonal(i, j)) return 1;
        const std::int64_t down = tile_row - i * parts, across = tile_col - j * parts;
        return down == across ? 1 : down < across ? 2 : 0;
    }

    /// The rows or columns [first, end) of a tile, counted from the first entry of the grid on. A block with a side of
    /// tile_side or more has `parts` tiles along each side, of which the last may be narrower. A tile otherwise has as
    /// many whole blocks as fit into it.
    struct Stretch {
        std::int64_t first, end;
    };
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES Stretch stretch_of_tile(std::int64_t tile, std::int64_t tile_side,
                                                               std::int64_t parts) const {
        if (grid.side < tile_side) {
            const std::int64_t step = tile_side / grid.side * grid.side;
            return {tile * step, (tile + 1) * step};
        }
        const std::int64_t block = tile / parts, first = block * grid.side + (tile - block * parts) * tile_side;
        const std::int64_t end_of_block = (block + 1) * grid.side;
        return {first, first + tile_side < end_of_block ? first + tile_side : end_of_block};
    }
    /// How many tiles cover the first `entries` rows or columns of the grid.
    [[nodiscard]] std::int64_t tiles_over(std::int64_t entries, std::int64_t tile_side, std::int64_t parts) const;

    /// Where the blocks end, in the matrix.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES std::int64_t end_row() const {
        const std::int64_t end = grid.first_row + grid.shape.rows * grid.side;
        return end < matrix.rows ? end : matrix.rows;
    }
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES std::int64_t end_col() const {
        const std::int64_t end = grid.first_col + grid.shape.cols * grid.side;
        return end < matrix.cols ? end : matrix.cols;
    }
};

/// Takes the inputs of a problem, wherever they are.
[[nodiscard]] BlockLayout layout_of(const Problem& problem, const BlockGrid& grid);

/// What was found among some entries. Sums are in double precision.
struct BlockTotal {
    float min = __builtin_inff(), max = -__builtin_inff();
    double sum = 0.0, count = 0.0; ///< over the entries that are numbers

    PAIRSCOPE_BOTH_SIDES void add(const BlockTotal& part, int weight) {
        min = part.min < min ? part.min : min;
        max = part.max > max ? part.max : max;
        sum += weight * part.sum;
        count += weight * part.count;
    }
    /// The mean of entries is rounded and may not leave their range, least of all that of a single entry.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES float mean() const {
        const auto rounded = static_cast<float>(sum / count);
        return rounded < min ? min : rounded > max ? max : rounded;
    }
};

/// A formula with its inputs, in the memory of the device that computes.
struct PairQuestion {
    Input a, b; ///< row-major
    PairFormula formula;
    float factor = 0.0f; ///< -1 / (2 sigma^2) of a Gaussian, and 1 / dims of a fraction
};

/// The workload must have a formula. Until parameters are given, they are the default ones.
[[nodiscard]] PairQuestion question_of(const WorkloadType& type, const Problem& problem);

} // namespace pairscope::matrix
