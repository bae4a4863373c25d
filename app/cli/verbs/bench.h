// SPDX-License-Identifier: MIT
// pairscope bench, for the verb and for a start without a display.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/options/data.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/sweep.h"

#include <filesystem>
#include <optional>
#include <string>

namespace pairscope::cli {

struct BenchOptions {
    DataOptions data;
    RunOptions run;
    SweepOptions sweep;
    double seconds = 3.0; ///< timed seconds per variant
    Format format;
    bool counters = false;                       ///< also count GPU runs, if possible
    bool energy = false;                         ///< also measure the energy of GPU runs, if possible
    std::optional<std::filesystem::path> record; ///< also write what was found there
    std::string label;                           ///< label of the recording
};
/// Measures and prints the table. Throws InputError, MemoryError.
[[nodiscard]] ExitCode bench(const BenchOptions& options);
/// Like bench(), with data that were decided on before.
[[nodiscard]] ExitCode bench(const BenchOptions& options, const Data& data);

} // namespace pairscope::cli
