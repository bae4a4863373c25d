// SPDX-License-Identifier: MIT
// Reads points from a file: a table, or a recording that holds points.
#pragma once

#include "kernels/data/table.h"
#include "kernels/ladder/metric.h"
#include "kernels/ladder/workload.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace pairscope::profiling {
struct Recording;
} // namespace pairscope::profiling

namespace pairscope::app {

/// Like load_table(). A recording's file gives its points. Throws InputError if it holds none, and when it was
/// cancelled.
[[nodiscard]] Table load_points(const InputFile& file, const std::stop_token& stop = {});
/// The points of a recording, as columns by the names of their axes, and labels. `path` is its file. Throws InputError
/// if it holds none.
[[nodiscard]] Table points_of(const profiling::Recording& recording, const std::filesystem::path& path);

/// The columns that a user would choose; of a recording those that were chosen when it was made.
[[nodiscard]] ColumnChoice usual_columns(Metric metric, const Table& table,
                                         const std::optional<std::string>& label = {});

/// Where nobody chose columns: are all columns of numbers coordinates for this workload? They are if it takes as many,
/// there are more than two, and no name of a column says which two are coordinates of points.
[[nodiscard]] bool compares_all_columns(const WorkloadType& type, const Table& table,
                                        const std::optional<std::string>& label = {});

/// Like dataset_from(), but points of a recording keep their coordinates to the last bit, and all that was known of
/// them.
[[nodiscard]] Dataset points_from(const Table& table, const ColumnChoice& choice, std::int64_t n, Order order);

/// The order in which a file is shown unless a user asks for another one: recorded points have an order already.
[[nodiscard]] Order usual_order(const InputFile& file);

} // namespace pairscope::app
