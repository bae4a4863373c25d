// SPDX-License-Identifier: MIT
// What pairscope bench prints.
#pragma once

#include "app/cli/data_options.h"
#include "app/cli/output.h"
#include "app/cli/run_options.h"
#include "app/model/results_table.h"

#include <string>
#include <vector>

namespace pairscope::cli {

struct BenchReport {
    LoadedData data;
    std::vector<profiling::Ceilings> ceilings; ///< one of each device that measured something
    std::vector<app::ResultRow> rows;
    std::string baseline; ///< the first variant that was measured: speed-ups are over it
};

/// Works out the row's share of its device's fill, and its speed-up.
void add_row(BenchReport& report, const Planned& run, const profiling::RunOutcome& outcome);

[[nodiscard]] std::string text_of(const BenchReport& report);
[[nodiscard]] std::string json_of(const BenchReport& report);

} // namespace pairscope::cli
