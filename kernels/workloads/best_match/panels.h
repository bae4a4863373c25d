// SPDX-License-Identifier: MIT
// For CPU variants: candidates in panels. Their scores with several vectors are computed in vector registers.
#pragma once

#include "kernels/workloads/best_match/problem.h"

#include <cstdint>

namespace pairscope::matching {

/// Bytes for the panels of all candidates: the workspace of match_with_panels().
[[nodiscard]] std::int64_t panel_bytes(const Workload& workload);

/// Answers the run with `threads` threads.
void match_with_panels(const Run& run, int threads);

} // namespace pairscope::matching
