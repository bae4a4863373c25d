// SPDX-License-Identifier: MIT
// Files that hold distances instead of vectors: which workload is asked about them.
#pragma once

#include "app/cli/options/data.h"

namespace pairscope::cli {

/// Decides how the file is read, as --as says. A file that holds distances is shown as a matrix, unless a workload,
/// columns or another reading was asked for. Chooses the workload and the file of the first set then, but no sources.
/// Says why where the table nearly holds distances. Throws InputError for options that do not go together.
[[nodiscard]] Data with_reading(const DataOptions& options, bool names_workload);

/// What a verb measures that takes variants of this workload, or of these. Throws InputError for given distances,
/// which no variant computes.
struct Measuring {
    DataOptions data;
    RunOptions run;
};
[[nodiscard]] Measuring to_measure(const DataOptions& data, const RunOptions& run);
/// Throws InputError if the workload, whose id may be empty, shows distances that were given.
void refuse_given_distances(const DataOptions& data, const std::string& workload);

} // namespace pairscope::cli
