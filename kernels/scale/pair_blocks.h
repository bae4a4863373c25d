// SPDX-License-Identifier: MIT
// The pairs of a question in fixed blocks. Which pairs a block has depends on the data and the verb only, and never on
// the number of threads or ranks.
#pragma once

#include <cstdint>

namespace pairscope::scale {

/// Rows [first_row, end_row) of the first set with rows [first_col, end_col) of the second one.
struct PairBlock {
    std::int64_t first_row = 0, end_row = 0, first_col = 0, end_col = 0;
    bool operator==(const PairBlock&) const = default;
};

/// Where there is one set, each pair is in one block only: the block of a row and a later row. Blocks on the diagonal
/// then also have the pairs that do not count, which are left to the caller.
struct PairBlocks {
    std::int64_t rows = 0, cols = 0;
    bool is_one_set = false;
    std::int64_t side = 1; ///< rows and columns of a block; the last ones may have fewer

    [[nodiscard]] std::int64_t count() const;
    /// Block `number`, from 0: those of the first rows come first.
    [[nodiscard]] PairBlock at(std::int64_t number) const;
};

/// How large a piece of work becomes, in comparisons of one coordinate: about a second of one thread at most.
inline constexpr double cost_of_piece = 0x1p26;

/// Blocks that each take about as long as one piece should, and at least a few hundred of them where there are so many
/// pairs. `dims` is the number of coordinates that a comparison looks at.
[[nodiscard]] PairBlocks blocks_for(std::int64_t rows, std::int64_t cols, bool is_one_set, std::int64_t dims);

} // namespace pairscope::scale
