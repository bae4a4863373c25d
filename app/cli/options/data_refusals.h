// SPDX-License-Identifier: MIT
// Which options of the data do not fit the workload that is asked. All functions throw InputError for these.
#pragma once

#include "app/cli/options/data_options.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace pairscope::cli {

[[nodiscard]] bool has_parameter(const WorkloadType& type, std::string_view name);
/// --points, or the first file without an option; empty: there is neither.
[[nodiscard]] std::string file_of_points(const DataOptions& options);

/// Is there --longitude or --latitude?
[[nodiscard]] bool names_places(const DataOptions& options);
/// The columns of both. Throws InputError where one of them is missing, and for other options that choose columns.
[[nodiscard]] VectorColumns places_of(const DataOptions& options);

/// A file of points gives two columns, and --columns names so many others: names the option that reads vectors by the
/// same metric, or else another workload.
[[noreturn]] void refuse_number_of_columns(const WorkloadType& type, std::ptrdiff_t count);

/// What belongs to points says nothing about vectors, which are taken as they are.
void refuse_options_of_points(const DataOptions& options, const WorkloadType& type);
/// With --dims, a workload of points that also takes longer vectors gets vectors in clusters, unless there are points.
void refuse_dims_of_points(const DataOptions& options, const WorkloadType& type);
/// The workload says which sizes it takes.
void check_sizes(const DataOptions& options, const WorkloadType& type);

} // namespace pairscope::cli
