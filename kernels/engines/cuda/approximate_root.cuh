// SPDX-License-Identifier: MIT
// An approximate sqrt that CUDA C++ has no function for.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cuda_runtime.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// The square root to within 2^-22, relative: what the GPU's unit for such functions gives, in one instruction. 0 below
/// the normal numbers of float32 (1.2e-38).
__device__ inline float approximate_root(float v) {
    float root;
    asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(v));
    return root;
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
