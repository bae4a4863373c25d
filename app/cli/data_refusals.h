// SPDX-License-Identifier: MIT
// Which options of the data do not fit the workload that is asked. All functions throw InputError for these.
#pragma once

#include "app/cli/data_options.h"

#include <string>
#include <string_view>

namespace pairscope::cli {

[[nodiscard]] bool has_parameter(const WorkloadType& type, std::string_view name);
/// --points, or the first file without an option; empty: there is neither.
[[nodiscard]] std::string file_of_points(const DataOptions& options);

/// What belongs to points says nothing about vectors, which are taken as they are.
void refuse_options_of_points(const DataOptions& options, const WorkloadType& type);
/// With --dims, a workload of points that also takes longer vectors gets vectors in clusters, unless there are points.
void refuse_dims_of_points(const DataOptions& options, const WorkloadType& type);
/// The workload says which sizes it takes.
void check_sizes(const DataOptions& options, const WorkloadType& type);

} // namespace pairscope::cli
