// SPDX-License-Identifier: MIT
// The arithmetic of reduced blocks on a CPU: rows of vectors against a panel of vectors, one for each column.
#pragma once

#include "kernels/ladder/pair_formula.h"
#include "kernels/matrix/unstored/pair_panel.h"
#include "kernels/matrix/unstored/pair_tile.h"

#include <cstdint>
#include <limits>

namespace pairscope::cpu {

/// What is known of each column over some rows of a block. Extremes are those of the sums of terms, not of the entries.
struct PairColumns {
    static constexpr std::int64_t most = largest_tile;
    alignas(64) float low[most], high[most], sum[most]; ///< sum: of the entries
    alignas(64) float count[most];                      ///< entries that are numbers, where not all rows are tame

    void clear(std::int64_t cols) {
        for (std::int64_t col = 0; col < cols; ++col) {
            low[col] = std::numeric_limits<float>::infinity();
            high[col] = -low[col];
            sum[col] = count[col] = 0.0f;
        }
    }
};

/// Rows and columns that are looked at together. `Word` is float or std::int32_t: see PairPanel.
template <class Word> struct PairRows {
    const Word* rows = nullptr;
    std::int64_t row_pitch = 0;
    const Word* panel = nullptr;
    std::int64_t panel_pitch = 0;
    std::int64_t cols = 0; ///< up to a multiple of 64; the panel has as many
    std::int64_t words = 0;
    PairFormula formula{};
    float factor = 0.0f;
    float latitude_shift = 0.0f; ///< twice the latitude that was subtracted from places [degrees]
    bool are_tame = false;       ///< see are_tame()
};

/// Computes the entries of `rows` rows and adds them to the columns. At most 128 rows at once are accurate: a column is
/// summed up in float32.
void look_at_rows(const PairRows<float>& in, std::int64_t rows, PairColumns& out);
void look_at_rows(const PairRows<std::int32_t>& in, std::int64_t rows, PairColumns& out);

} // namespace pairscope::cpu
