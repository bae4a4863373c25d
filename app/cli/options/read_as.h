// SPDX-License-Identifier: MIT
// Files that hold distances instead of vectors: which workload is asked about them.
#pragma once

#include "app/cli/options/data.h"

#include <string>
#include <vector>

namespace pairscope::cli {

/// Decides how the file is read, as --as says. A file that holds distances is shown as a matrix, unless a workload,
/// columns or another reading was asked for. Chooses the workload and the file of the first set then, but no sources.
/// Where a workload or variants (`patterns`) are named that compare vectors of any length, the rows of a file are
/// vectors, unless options or the names of its columns say which two are coordinates of points. Says why where the
/// table nearly holds distances. Throws InputError for options that do not go together.
[[nodiscard]] Data with_reading(const DataOptions& options, const std::vector<std::string>& patterns);

/// Throws InputError if the workload, which may be unknown, shows distances that were given: no variant computes them.
void refuse_given_distances(const DataOptions& options);

} // namespace pairscope::cli
