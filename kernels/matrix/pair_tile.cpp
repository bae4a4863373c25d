// SPDX-License-Identifier: MIT
#include "kernels/matrix/pair_tile.h"

#include "kernels/matrix/pair_entry.h"

namespace pairscope::cpu {

void look_at_tile(const matrix::PairQuestion& question, const PairTile& tile, std::span<matrix::BlockTotal> blocks,
                  const std::stop_token& stop) {
    const std::int64_t blocks_across = (tile.region.cols + tile.side - 1) / tile.side;
    for (std::int64_t row = 0; row < tile.region.rows && !stop.stop_requested(); ++row)
        for (std::int64_t col = 0; col < tile.region.cols; ++col) {
            const float sum = matrix::sum_of_pair(question, tile.region.row + row, tile.region.col + col);
            matrix::BlockTotal& block =
                blocks[static_cast<std::size_t>(row / tile.side * blocks_across + col / tile.side)];
            matrix::add_entry(block, matrix::entry_of_sum(question, sum));
        }
}

} // namespace pairscope::cpu
