// SPDX-License-Identifier: MIT
// The numbers beside n that tell the size of a workload, where it has them.
#pragma once

#include "kernels/ladder/workload.h"

#include <cstdint>
#include <optional>

namespace pairscope::app {

/// Vectors of the second set. Absent: the workload has one set, or one vector in each set.
[[nodiscard]] std::optional<std::int64_t> m_of(const Workload& workload);
/// Coordinates of each vector. Absent: n counts them, or these are points in the plane.
[[nodiscard]] std::optional<std::int64_t> d_of(const Workload& workload);

} // namespace pairscope::app
