// SPDX-License-Identifier: MIT
// For CPU variants: bytes choose, float32 looks closer, and double precision decides.
#pragma once

#include "kernels/workloads/best_match/byte_tiles.h"
#include "kernels/workloads/best_match/problem.h"

#include <cstdint>

namespace pairscope::matching {

/// Bytes for the panels of all candidates: the workspace of match_with_bytes().
[[nodiscard]] std::int64_t byte_panel_bytes(const Workload& workload);

/// Answers the run with its threads.
void match_with_bytes(const Run& run, const ByteKernel& kernel);

} // namespace pairscope::matching
