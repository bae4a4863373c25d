// SPDX-License-Identifier: MIT
// The variants' times in recordings as a table in Markdown: that of the README.
#pragma once

#include "app/cli/options/run_options.h"
#include "profiling/recording/recording.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::cli {

/// A row for each variant of the plan that has a time, and a column for each recorded device and output with times of
/// the workload, at the largest size of the device's runs. A cell holds the median [ms] and the useful fraction of the
/// run with the usual block and warm caches.
struct TimesTable {
    std::string text;
    std::int64_t columns = 0;  ///< with times; 0: the recordings hold none of the workload
    std::int64_t left_out = 0; ///< runs of the workload with a time that have no place in it
};
[[nodiscard]] TimesTable times_table(const std::vector<Planned>& rows, std::string_view workload,
                                     const std::vector<profiling::Recording>& recordings);

} // namespace pairscope::cli
