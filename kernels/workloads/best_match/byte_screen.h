// SPDX-License-Identifier: MIT
// For CPU variants: a search in which bytes exclude most candidates, float32 excludes most of the rest, and double
// precision decides.
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
