// SPDX-License-Identifier: MIT
// A surface store that CUDA C++ has no function for.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cuda_runtime.h>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// surf2Dwrite(v, surface, x_bytes, y, cudaBoundaryModeZero) that asks the caches to let go of the line first, as
/// __stcs does for memory. A store that is not wholly inside the texture writes nothing.
__device__ inline void surf2Dwrite_streaming(float4 v, cudaSurfaceObject_t surface, int x_bytes, int y) {
    asm volatile("sust.b.2d.cs.v4.b32.zero [%0, {%1, %2}], {%3, %4, %5, %6};" ::"l"(surface), "r"(x_bytes), "r"(y),
                 "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w)
                 : "memory");
}

__device__ inline void surf2Dwrite_streaming(uint4 v, cudaSurfaceObject_t surface, int x_bytes, int y) {
    asm volatile("sust.b.2d.cs.v4.b32.zero [%0, {%1, %2}], {%3, %4, %5, %6};" ::"l"(surface), "r"(x_bytes), "r"(y),
                 "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)
                 : "memory");
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
