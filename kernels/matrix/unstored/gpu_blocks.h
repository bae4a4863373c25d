// SPDX-License-Identifier: MIT
// What blocks.h promises, for vectors in the memory of a GPU. Both functions wait for the end of their work, which is
// divided into launches of a few milliseconds, so that a stop is seen in time.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/matrix/unstored/block_layout.h"

namespace pairscope::cuda {

void reduce_blocks(const matrix::PairQuestion& question, const matrix::BlockLayout& layout, OverviewTarget out,
                   const RunControl& control, const Workplace& at);

/// With at most `samples` entries of each block.
void sample_blocks(const matrix::PairQuestion& question, const matrix::BlockLayout& layout, int samples,
                   OverviewTarget out, const RunControl& control, const Workplace& at);

} // namespace pairscope::cuda
