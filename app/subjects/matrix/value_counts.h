// SPDX-License-Identifier: MIT
// How often values occur in a matrix, and how many entries lie on each side of a threshold.
#pragma once

#include "app/subjects/matrix/colour_settings.h"
#include "kernels/matrix/matrix.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// The share of the sampled entries in each of so many equal parts of the colour scale, from its lower end. Entries
/// outside of the range belong to no part.
[[nodiscard]] std::vector<double> value_histogram(const MatrixSummary& summary, const Colouring& colouring, int parts);

/// Entries that are not dimmed.
struct ThresholdCount {
    std::int64_t entries = 0; ///< with a finite value
    double kept = 0.0;        ///< that stand out, an estimate where it is not exact
    bool is_exact = false;    ///< the sample has all of them
    std::int64_t sampled = 0;
};
[[nodiscard]] ThresholdCount count_kept(const MatrixSummary& summary, MatrixShape shape, const Dimming& dimming);

/// "1 234 of 4 096 entries (30.1 %) are at most 0.25 degrees"; of a sample with "about".
[[nodiscard]] std::string threshold_words(const ThresholdCount& count, const Dimming& dimming, std::string_view unit);

} // namespace pairscope::app
