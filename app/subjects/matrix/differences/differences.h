// SPDX-License-Identifier: MIT
// What is known of the differences on the screen, as numbers and words.
#pragma once

#include "app/spine/state.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

/// Why the matrix cannot show differences, in one sentence; empty if it can.
[[nodiscard]] std::string why_no_differences(const State& state);
/// What this content shows, in whole sentences.
[[nodiscard]] std::string_view what_it_shows(MatrixContent content);

/// The cell with the largest difference, by the vectors as they were loaded. Absent: no differences are shown, or none
/// of them is a number.
[[nodiscard]] std::optional<Cell> worst_cell(const State& state);

/// "the double-precision reference", "cpu_naive"
[[nodiscard]] std::string words_of_other(const State& state);
/// The unit of what is shown: that of the entries, "ULPs", or none.
[[nodiscard]] std::string unit_of_content(const State& state);

/// What the entries add up to. Sizes are without sign.
struct DifferenceFigures {
    double worst = 0.0, mean = 0.0;      ///< mean: of the finite ones
    std::array<double, 3> percentiles{}; ///< 50, 90, 99
    std::int64_t sampled = 0;            ///< entries that the percentiles were taken from
    double share_equal = 0.0;            ///< 0 .. 1
    std::int64_t entries = 0, not_finite = 0, rows = 0, other_nearest = 0;
};
/// Absent where no differences are shown.
[[nodiscard]] std::optional<DifferenceFigures> difference_figures(const State& state);

} // namespace pairscope::app
