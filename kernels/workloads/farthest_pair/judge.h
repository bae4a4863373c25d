// SPDX-License-Identifier: MIT
// The verdict on a pair of rows.
#pragma once

#include "kernels/core/compare.h"
#include "kernels/core/workload.h"

#include <stop_token>

namespace pairscope::farthest {

/// Compares a pair with the exact answer for a row-major set in host memory. Where that would take more than
/// `most_work` (see find_farthest), it looks whether the pair has the distance that it names and whether a pair of a
/// sample is farther apart, and says so in Comparison::sampled. A stopped one has looked at nothing.
[[nodiscard]] Comparison judge(const Input& set, const FoundPair& found, double most_work, std::stop_token stop);

} // namespace pairscope::farthest
