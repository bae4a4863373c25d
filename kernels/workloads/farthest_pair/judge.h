// SPDX-License-Identifier: MIT
// The verdict on a pair of rows.
#pragma once

#include "kernels/ladder/compare.h"
#include "kernels/ladder/workload.h"

#include <stop_token>

namespace pairscope::farthest {

/// Compares a pair with the exact output for a row-major set in host memory. Where that would take more than
/// `most_work` (see find_farthest), it checks that the pair has the distance that it names and that no pair of a sample
/// is farther apart, and says so in Comparison::sampled. If it is stopped, the result says that nothing was checked.
[[nodiscard]] Comparison judge(const Input& set, const FoundPair& found, double most_work, std::stop_token stop);

} // namespace pairscope::farthest
