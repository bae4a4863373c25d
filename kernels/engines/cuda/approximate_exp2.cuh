// SPDX-License-Identifier: MIT
// A power of two that CUDA C++ has no function for.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cuda_runtime.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// 2^v to within 2^-22, relative: what the GPU's unit for such functions gives, in one instruction. The result is 0
/// where it would lie below the normal numbers of float32 (1.2e-38). exp2f() has two more instructions, for those
/// results.
__device__ inline float approximate_exp2(float v) {
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(v));
    return power;
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
