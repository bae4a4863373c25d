// SPDX-License-Identifier: MIT
// What blocks.h promises, for vectors in host memory.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/unstored/block_layout.h"

#include <optional>

namespace pairscope::cpu {

[[nodiscard]] Overview reduced_blocks(const matrix::PairQuestion& question, const matrix::BlockLayout& layout,
                                      const RunControl& control);

/// With at most `samples` entries of each block.
[[nodiscard]] Overview sampled_blocks(const matrix::PairQuestion& question, const matrix::BlockLayout& layout,
                                      int samples, const RunControl& control);

/// Blocks of a workload whose metric is its own: WorkloadType::pair computes every entry that is looked at, of all
/// entries or of so many of each block.
[[nodiscard]] Overview own_blocks(const WorkloadType& type, const Problem& problem, const matrix::BlockLayout& layout,
                                  std::optional<int> samples, const RunControl& control);

} // namespace pairscope::cpu
