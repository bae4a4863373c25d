// SPDX-License-Identifier: MIT
// Stands in for kernels/engines/cuda/streaming_store.cuh, which is inline PTX.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/engines/simt/shim/surfaces.h"
#include "kernels/engines/simt/shim/vector_types.h"

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

__forceinline__ void surf2Dwrite_streaming(float4 v, cudaSurfaceObject_t surface, int x_bytes, int y) {
    surf2Dwrite(v, surface, x_bytes, y, cudaBoundaryModeZero);
}
__forceinline__ void surf2Dwrite_streaming(uint4 v, cudaSurfaceObject_t surface, int x_bytes, int y) {
    surf2Dwrite(v, surface, x_bytes, y, cudaBoundaryModeZero);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
