// SPDX-License-Identifier: MIT
// Differences from another output: what is known of them, the worst one, and data on which they can be seen.
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/heatmap_view.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

struct Effects;
struct State;

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

namespace command {

struct ShowDifferencePart {
    bool steps;      ///< the steps of an entry; otherwise the figures of all
};                   ///< which part of the Differences panel is shown if it has no room for both
struct FindWorst {}; ///< pins the entry with the largest difference and brings it into view
struct UsePreset {
    std::string name;
}; ///< data of the workload on which something can be seen, and the variant that shows it

void carry_out(const ShowDifferencePart&, State&, Effects&);
void carry_out(const FindWorst&, State&, Effects&);
void carry_out(const UsePreset&, State&, Effects&);

} // namespace command

/// Nothing where no differences are shown.
void find_worst(State& state);

/// Shows the entries themselves, in their own colours, and says why, if differences are wanted and there can be none:
/// the data of now make a matrix that is too large to store, or the output is no matrix.
void leave_impossible_differences(State& state);

} // namespace pairscope::app
