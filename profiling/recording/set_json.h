// SPDX-License-Identifier: MIT
// Sets of vectors and of points as JSON, and back to the last bit: the coordinates that kernels read, and what float32
// rounded away from those of the file.
#pragma once

#include "kernels/data/dataset.h"
#include "profiling/recording/field_kinds.h"

#include <memory>
#include <set>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// The points of a workload. Throws InputError if a coordinate is not a finite number.
[[nodiscard]] Json points_json(const Dataset& data);
/// A set of vectors. A large one is described only, without its values. Throws as above, but for numbers that are
/// missing at the end of a row: they become null.
[[nodiscard]] Json set_json(const Dataset& data);
/// Throws InputError where a number is missing in a set that would be written, unless all these workloads compare
/// series, which may end early.
void require_numbers(const std::vector<std::shared_ptr<const Dataset>>& sets,
                     const std::set<std::string_view>& workloads);

/// `version` is that of the recording: the first one held the coordinates of points as their file has them.
[[nodiscard]] Dataset points_in(const JsonPlace& place, std::int64_t version);
/// A large set comes without values.
[[nodiscard]] Dataset set_in(const JsonPlace& place);
/// Throws like the other require_numbers(), for sets that were read from `root`.
void require_numbers(const std::vector<std::shared_ptr<const Dataset>>& sets,
                     const std::set<std::string_view>& workloads, const JsonPlace& root);

} // namespace pairscope::profiling
