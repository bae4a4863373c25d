// SPDX-License-Identifier: MIT
// What blocks.h promises, for vectors in host memory.
#pragma once

#include "kernels/core/engine.h"
#include "kernels/matrix/block_layout.h"

namespace pairscope::cpu {

[[nodiscard]] Overview reduced_blocks(const matrix::PairQuestion& question, const matrix::BlockLayout& layout,
                                      const RunControl& control);

/// With at most `samples` entries of each block.
[[nodiscard]] Overview sampled_blocks(const matrix::PairQuestion& question, const matrix::BlockLayout& layout,
                                      int samples, const RunControl& control);

} // namespace pairscope::cpu
