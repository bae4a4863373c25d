// SPDX-License-Identifier: MIT
// Reads points from a file: a table, or a recording that holds points.
#pragma once

#include "kernels/core/table.h"

#include <filesystem>
#include <stop_token>

namespace pairscope::app {

/// As load_table(); and of a recording's file the points, as columns by the names of their axes, and labels. Throws
/// InputError if it holds none, and when it was cancelled.
[[nodiscard]] Table load_points(const std::filesystem::path& path, const std::stop_token& stop = {});

} // namespace pairscope::app
