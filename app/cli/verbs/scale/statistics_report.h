// SPDX-License-Identifier: MIT
// Statistics of distances as text, CSV and JSON.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/reports/pair_report.h"
#include "app/spine/files/columns.h"
#include "kernels/scale/statistics.h"

#include <optional>
#include <string>

namespace pairscope::cli {

struct StatisticsReport {
    const LoadedData& data;
    scale::Statistics found;
    scale::StepBins bins;
    scale::BinsAsked asked;
    std::optional<NamedPair> nearest{}, farthest{}; ///< absent: there is no pair with a distance
    double seconds = 0.0;
};

/// The options that decide the histogram.
[[nodiscard]] app::Json options_json(const scale::BinsAsked& asked);
[[nodiscard]] std::string text_of(const StatisticsReport& report);
/// A line for each of minimum, maximum and mean, then for the pairs below the histogram, for each bin, and for the
/// pairs above it.
[[nodiscard]] std::string csv_of(const StatisticsReport& report);
[[nodiscard]] std::string json_of(const StatisticsReport& report);

} // namespace pairscope::cli
