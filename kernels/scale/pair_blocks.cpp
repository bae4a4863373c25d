// SPDX-License-Identifier: MIT
#include "kernels/scale/pair_blocks.h"

#include <algorithm>
#include <cmath>

namespace pairscope::scale {
namespace {

std::int64_t parts(std::int64_t all, std::int64_t side) { return (all + side - 1) / side; }

/// The number of blocks in the first `row` rows of blocks above and on the diagonal, where each side has `all` blocks.
std::int64_t blocks_before(std::int64_t row, std::int64_t all) { return row * all - row * (row - 1) / 2; }

} // namespace

std::int64_t PairBlocks::count() const {
    if (rows == 0 || cols == 0) return 0;
    return is_one_set ? blocks_before(parts(rows, side), parts(rows, side)) : parts(rows, side) * parts(cols, side);
}

PairBlock PairBlocks::at(std::int64_t number) const {
    const std::int64_t across = parts(cols, side);
    std::int64_t row = number / across, col = number % across;
    if (is_one_set) {
        std::int64_t low = 0, high = across; // the last row of blocks that begins at this number or before
        while (high - low > 1) {
            const std::int64_t middle = low + (high - low) / 2;
            (blocks_before(middle, across) <= number ? low : high) = middle;
        }
        row = low;
        col = row + number - blocks_before(row, across);
    }
    return {.first_row = row * side,
            .end_row = std::min(rows, (row + 1) * side),
            .first_col = col * side,
            .end_col = std::min(cols, (col + 1) * side)};
}

PairBlocks blocks_for(std::int64_t rows, std::int64_t cols, bool is_one_set, std::int64_t dims) {
    constexpr std::int64_t least_side = 64, most_side = 8192, wanted_parts = 32, most_parts = 1 << 15;
    constexpr double cost_of_pair = 4.0; // what a pair costs beside its coordinates, in comparisons of one coordinate
    const std::int64_t longer = std::max(rows, cols);
    const auto affordable =
        static_cast<std::int64_t>(std::sqrt(cost_of_piece / (cost_of_pair + static_cast<double>(dims))));
    std::int64_t side = std::clamp(std::min(affordable, parts(longer, wanted_parts)), least_side, most_side);
    side = std::max(side, parts(longer, most_parts)); // so that the numbers of all blocks are quickly gone through
    return {.rows = rows, .cols = cols, .is_one_set = is_one_set, .side = side};
}

} // namespace pairscope::scale
