// SPDX-License-Identifier: MIT
// How a workload names its inputs.
#pragma once

#include "kernels/ladder/workload.h"

#include <string>

namespace pairscope::profiling {

/// Both sets, as the kernels call them: "points", "queries and candidates".
[[nodiscard]] std::string inputs_in_words(const WorkloadType& type);
/// One vector of each set: "pair of points", "pair of a vector of queries and a vector of candidates".
[[nodiscard]] std::string pair_in_words(const WorkloadType& type);

} // namespace pairscope::profiling
