// SPDX-License-Identifier: MIT
// Two recordings side by side: each variant that both timed, and how the times relate.
#pragma once

#include "app/cli/exit_code.h"
#include "app/cli/reports/output.h"

#include <filesystem>

namespace pairscope::cli {

struct ComparedRecordings {
    std::filesystem::path a, b;
    bool per_pair = false; ///< compare runs of different sizes, too, by their time per pair of points
    Format format;
};

/// Prints the table. `nothing_ran` if no variant was timed in both for the same question. Throws InputError.
[[nodiscard]] ExitCode compare_recordings(const ComparedRecordings& options);

} // namespace pairscope::cli
