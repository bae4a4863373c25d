// SPDX-License-Identifier: MIT
// Stands in for kernels/engines/cuda/approximate_root.cuh, which is inline PTX.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/engines/simt/shim/qualifiers.h"

#include <cmath>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// The GPU's unit may be off by 2^-22, relative; this root is within that. Below the normal numbers it is 0 as there.
__forceinline__ float approximate_root(float v) {
    return v < 1.1754944e-38f && v > -1.1754944e-38f ? 0.0f : std::sqrt(v);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
