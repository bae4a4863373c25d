// SPDX-License-Identifier: MIT
// The data of the runs of a try.
#pragma once

#include "app/subjects/workshop/check_runs.h"

#include <cstdint>

namespace pairscope::app::workshop {

/// CheckRun::most_examined of a run that is only judged by its output.
inline constexpr std::int64_t none_examined = -1;

/// What a user without a file sees: the example of the workload, or points in a square.
[[nodiscard]] Question example_question(const Workload& size, std::uint64_t seed);

/// Do the distances of the workload say what becomes of vectors of zeros, and of NaN, other than that it is NaN?
[[nodiscard]] bool has_rule_for_zeros(const WorkloadType& type);
[[nodiscard]] bool has_rule_for_nan(const WorkloadType& type);
/// May several pairs be the right answer, of which a rule takes one?
[[nodiscard]] bool has_rule_for_ties(const WorkloadType& type);
/// Is the parameter of the workload the width of a Gaussian?
[[nodiscard]] bool has_sigma(const WorkloadType& type);

} // namespace pairscope::app::workshop
