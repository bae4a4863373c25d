// SPDX-License-Identifier: MIT
// Data that stays when another workload is asked about it.
#pragma once

#include "app/spine/state.h"

#include <optional>
#include <string>

namespace pairscope::app {

/// The same data, asked about by that workload; absent if the workload does not take it. Points in the plane stay for
/// workloads that take points. Vectors of a file stay for workloads that take one set of such vectors, and for those
/// that compare two sets, where both sets are then this one.
[[nodiscard]] std::optional<DataSnapshot> carried_over(const DataSnapshot& data, const WorkloadType& type);

/// Why the places that are compared as flat degrees are not measured in kilometres; empty: they can be.
[[nodiscard]] std::string why_not_in_kilometres(const DataSnapshot& data);

/// Why another file is opened in the place of these points; empty where no explanation is needed.
[[nodiscard]] std::string why_not_kept(const DataSnapshot& data, const WorkloadType& type);

} // namespace pairscope::app
