// SPDX-License-Identifier: MIT
// Stands in for kernels/engines/cuda/approximate_exp2.cuh, which is inline PTX.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/engines/simt/shim/qualifiers.h"

#include <cmath>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// The GPU's unit may be off by 2^-22, relative; this power is within that. Below the normal numbers it is 0 as there.
__forceinline__ float approximate_exp2(float v) { return v < -126.0f ? 0.0f : std::exp2(v); }

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
