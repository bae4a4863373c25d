// SPDX-License-Identifier: MIT
// Minimum, maximum and sum of each column stay in the first-level cache. After 128 rows of a block, the columns are
// folded into its total, in double precision.
#include "kernels/matrix/unstored/pair_tile.h"

#include "kernels/matrix/unstored/pair_entry.h"
#include "kernels/matrix/unstored/pair_panel.h"
#include "kernels/matrix/unstored/pair_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope::cpu {
namespace {

using matrix::BlockTotal;
using matrix::PairQuestion;

constexpr std::int64_t panel_words = 1 << 16;    // 256 KiB, a part of the second-level cache
constexpr std::int64_t least_panel = 64;         // columns
constexpr std::int64_t most_rows_together = 128; // float32 sums of more entries would be less accurate

/// What the columns [first, end) hold together, as sums of terms; `sum` and `count` are those of the entries.
struct Folded {
    float low = std::numeric_limits<float>::infinity(), high = -low;
    double sum = 0.0, count = 0.0;
};

Folded fold(const PairColumns& columns, std::int64_t first, std::int64_t end) {
    constexpr std::int64_t side_by_side = 8; // chains that do not wait for each other
    float low[side_by_side], high[side_by_side];
    double sum[side_by_side], count[side_by_side];
    for (std::int64_t k = 0; k < side_by_side; ++k) {
        low[k] = Folded{}.low;
        high[k] = Folded{}.high;
        sum[k] = count[k] = 0.0;
    }
    const auto look = [&](std::int64_t k, std::int64_t col) {
        low[k] = columns.low[col] < low[k] ? columns.low[col] : low[k];
        high[k] = columns.high[col] > high[k] ? columns.high[col] : high[k];
        sum[k] += columns.sum[col];
        count[k] += columns.count[col];
    };
    std::int64_t col = first;
    for (; col + side_by_side <= end; col += side_by_side)
        for (std::int64_t k = 0; k < side_by_side; ++k) look(k, col + k);
    for (; col < end; ++col) look(0, col);
    Folded all;
    for (std::int64_t k = 0; k < side_by_side; ++k) {
        all.low = std::min(all.low, low[k]);
        all.high = std::max(all.high, high[k]);
        all.sum += sum[k];
        all.count += count[k];
    }
    return all;
}

/// The two sets of a tile, with the columns of one panel at a time.
template <class Word> class Tile {
public:
    Tile(const PairQuestion& question, const PairTile& tile, std::span<BlockTotal> blocks)
        : question_(question), region_(tile.region), side_(tile.side), blocks_(blocks),
          blocks_across_((tile.region.cols + tile.side - 1) / tile.side),
          words_(word_count(question.a, question.formula.terms)),
          rows_are_tame_(are_tame(question.a, question.formula.terms, tile.region.row, tile.region.rows)) {}

    void look(const std::stop_token& stop) {
        const std::int64_t fitting = panel_words / words_ / least_panel * least_panel;
        const std::int64_t width = std::clamp(fitting, least_panel, PairColumns::most);
        for (std::int64_t col = 0; col < region_.cols; col += width) {
            const std::int64_t cols = std::min(width, region_.cols - col);
            lay_out(question_.b, question_.formula.terms, region_.col + col, cols, panel_);
            is_tame_ = rows_are_tame_ && are_tame(question_.b, question_.formula.terms, region_.col + col, cols);
            if (!look_at_panel(col, cols, stop)) return;
        }
    }

private:
    /// False: a stop was requested.
    bool look_at_panel(std::int64_t col, std::int64_t cols, const std::stop_token& stop) {
        const std::int64_t most = std::clamp<std::int64_t>(panel_words / words_, 8, most_rows_together);
        for (std::int64_t row = 0; row < region_.rows;) {
            if (stop.stop_requested()) return false;
            const std::int64_t end_of_block = (row / side_ + 1) * side_;
            const std::int64_t end = std::min({row + most, end_of_block, region_.rows});
            columns_.clear(panel_.pitch);
            look_at_rows(rows_from(row, end - row), end - row, columns_);
            if (!is_tame_ && have_overflowed(cols))
                look_at_single_rows({row, end - row}, {col, cols});
            else
                add_to_blocks(row, end - row, {col, cols});
            row = end;
        }
        return true;
    }

    /// Is the sum of a column infinite, although all of its entries are finite?
    [[nodiscard]] bool have_overflowed(std::int64_t cols) const {
        for (std::int64_t col = 0; col < cols; ++col)
            if (std::isinf(columns_.sum[col]) && std::isfinite(columns_.low[col]) && std::isfinite(columns_.high[col]))
                return true;
        return false;
    }

    /// Each row is added to the blocks alone, in double precision.
    void look_at_single_rows(matrix::Span rows, matrix::Span cols) {
        for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row) {
            columns_.clear(panel_.pitch);
            look_at_rows(rows_from(row, 1), 1, columns_);
            add_to_blocks(row, 1, cols);
        }
    }

    [[nodiscard]] PairRows<Word> rows_from(std::int64_t row, std::int64_t count) {
        PairRows<Word> in{.panel_pitch = panel_.pitch,
                          .cols = panel_.pitch,
                          .words = words_,
                          .formula = question_.formula,
                          .factor = question_.factor,
                          .latitude_shift = latitude_shift(),
                          .are_tame = is_tame_};
        if constexpr (std::is_same_v<Word, float>)
            in.panel = panel_.floats.data();
        else
            in.panel = panel_.pairs.data();
        if (are_prepared(question_.a.element, question_.formula.terms)) {
            row_words_.assign(static_cast<std::size_t>(count * words_), Word{});
            for (std::int64_t i = 0; i < count; ++i)
                words_of(question_.a, question_.formula.terms, region_.row + row + i, row_words_.data() + i * words_);
            in.rows = row_words_.data();
            in.row_pitch = words_;
        } else if constexpr (std::is_same_v<Word, float>) {
            in.rows = question_.a.floats() + (region_.row + row) * question_.a.pitch;
            in.row_pitch = question_.a.pitch;
        }
        return in;
    }

    [[nodiscard]] float latitude_shift() const {
        if (question_.formula.terms != PairTerms::places) return 0.0f;
        const auto frame = globe::frame_of<float>(question_.a.globe);
        return frame.south - frame.north;
    }

    /// `cols`: the columns of the panel, in the tile.
    void add_to_blocks(std::int64_t row, std::int64_t rows, matrix::Span cols) {
        const std::int64_t end_col = cols.first + cols.count;
        for (std::int64_t block = cols.first / side_; block * side_ < end_col; ++block) {
            const std::int64_t first = std::max(block * side_, cols.first),
                               end = std::min((block + 1) * side_, end_col);
            Folded found = fold(columns_, first - cols.first, end - cols.first);
            if (is_tame_) found.count = static_cast<double>(rows * (end - first));
            if (found.count == 0.0) continue;
            const float of_low = matrix::entry_of_sum(question_, found.low);
            const float of_high = matrix::entry_of_sum(question_, found.high);
            blocks_[static_cast<std::size_t>(row / side_ * blocks_across_ + block)].add(
                {.min = std::min(of_low, of_high),
                 .max = std::max(of_low, of_high),
                 .sum = found.sum,
                 .count = found.count},
                1);
        }
    }

    const PairQuestion& question_;
    Region region_;
    std::int64_t side_;
    std::span<BlockTotal> blocks_;
    std::int64_t blocks_across_;
    std::int64_t words_; ///< words per vector: see PairPanel
    bool rows_are_tame_;
    bool is_tame_ = false; ///< whether all rows and the panel are tame
    PairPanel panel_;
    std::vector<Word> row_words_;
    PairColumns columns_;
};

} // namespace

void look_at_tile(const PairQuestion& question, const PairTile& tile, std::span<BlockTotal> blocks,
                  const std::stop_token& stop) {
    if (question.a.element == Element::uint8)
        Tile<std::int32_t>(question, tile, blocks).look(stop);
    else
        Tile<float>(question, tile, blocks).look(stop);
}

} // namespace pairscope::cpu
