// SPDX-License-Identifier: MIT
// A workload's own words for what it is asked about.
#pragma once

#include "kernels/core/workload.h"

#include <string>

namespace pairscope::profiling {

/// Both sets, as the kernels call them: "points", "queries and candidates".
[[nodiscard]] std::string inputs_in_words(const WorkloadType& type);
/// One vector of each set: "pair of points", "pair of a vector of queries and a vector of candidates".
[[nodiscard]] std::string pair_in_words(const WorkloadType& type);

} // namespace pairscope::profiling
