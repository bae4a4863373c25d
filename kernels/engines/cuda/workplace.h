// SPDX-License-Identifier: MIT
// Where a pass over an output works.
#pragma once

#include "kernels/engines/cuda/scratch.h"

#include <driver_types.h>

namespace pairscope::cuda {

/// A stream of the current device, with memory that no other pass uses meanwhile.
struct Workplace {
    cudaStream_t stream;
    Scratch& scratch;
};

} // namespace pairscope::cuda
