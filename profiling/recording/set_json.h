// SPDX-License-Identifier: MIT
// Sets of vectors and of points as JSON, and back to the last bit: the coordinates that kernels read, and what float32
// rounded away from those of the file.
#pragma once

#include "kernels/data/dataset.h"
#include "profiling/recording/field_kinds.h"

namespace pairscope::profiling {

/// The points of a workload. Throws InputError if a coordinate is not a finite number.
[[nodiscard]] Json points_json(const Dataset& data);
/// A set of vectors. A large one is described only, without its values. Throws as above.
[[nodiscard]] Json set_json(const Dataset& data);

/// `version` is that of the recording: the first one held the coordinates of points as their file has them.
[[nodiscard]] Dataset points_in(const JsonPlace& place, std::int64_t version);
/// A large set comes without values.
[[nodiscard]] Dataset set_in(const JsonPlace& place);

} // namespace pairscope::profiling
