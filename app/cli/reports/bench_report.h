// SPDX-License-Identifier: MIT
// What pairscope bench prints.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/bench_runs.h"
#include "app/spine/commands.h"
#include "app/subjects/ladder/results_table.h"

#include <string>
#include <vector>

namespace pairscope::cli {

struct BenchRow {
    Setting setting;
    app::ResultRow row;
    std::string speedup_over; ///< the first variant of its group that was measured; empty: none
};

struct BenchReport {
    std::vector<LoadedData> sizes;             ///< at least one
    std::vector<profiling::Ceilings> ceilings; ///< one of each device that measured something
    std::vector<BenchRow> rows;                ///< the rows of one setting stand together
};

/// Works out the row's useful fraction, and its speed-up within its group.
void add_row(BenchReport& report, const BenchRun& run);

[[nodiscard]] std::string text_of(const BenchReport& report);
[[nodiscard]] std::string json_of(const BenchReport& report);
[[nodiscard]] std::string csv_of(const BenchReport& report);

} // namespace pairscope::cli
