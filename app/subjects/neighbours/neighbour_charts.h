// SPDX-License-Identifier: MIT
// The charts of the Nearest panel: the distances of one row, and how far all vectors are from their nearest neighbours.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::app {

/// The marked row's distances by column and sorted. Absent while no row is marked.
[[nodiscard]] std::optional<Chart> row_drawing(const State& state);
/// The column at this place of the chart; absent outside.
[[nodiscard]] std::optional<std::int64_t> column_at(const State& state, double x);

struct HistogramBin {
    double low = 0.0, high = 0.0;
    std::int64_t count = 0;
};
struct Histogram {
    std::vector<HistogramBin> bins; ///< their widths are equal; on a logarithmic axis their ratios are
    bool logarithmic = false;       ///< the distances differ too much for a linear axis
    std::int64_t coincident = 0;    ///< distances of 0, which are in no bin of a logarithmic axis
    std::int64_t most = 0;          ///< in one bin
    double median = 0.0;
};
/// It counts finite distances. It has no bins if there are none, or all are 0.
[[nodiscard]] Histogram histogram_of(std::span<const double> ascending);
/// The histogram as a chart, with the radius as a vertical line.
[[nodiscard]] Chart histogram_drawing(const State& state, const Histogram& histogram);

/// "Half of the 2 048 points are closer than 0.012 to their nearest neighbour."
[[nodiscard]] std::string histogram_sentence(const State& state, const Histogram& histogram);
/// "12 345 of 2 096 128 pairs (0.589 %) are closer than 0.5 degrees."; while they are counted it says that.
[[nodiscard]] std::string radius_sentence(const State& state);
/// The greatest radius that the slider offers: the largest distance of the matrix, or about that.
[[nodiscard]] double largest_radius(const State& state);

} // namespace pairscope::app
