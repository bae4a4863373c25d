// SPDX-License-Identifier: MIT
// Stands in for kernels/cuda/streaming_store.cuh, which is inline PTX.
#pragma once

#include "kernels/cuda/side.h"
#include "kernels/simt/shim/surfaces.h"
#include "kernels/simt/shim/vector_types.h"

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

__forceinline__ void surf2Dwrite_streaming(float4 v, cudaSurfaceObject_t surface, int x_bytes, int y) {
    surf2Dwrite(v, surface, x_bytes, y, cudaBoundaryModeZero);
}
__forceinline__ void surf2Dwrite_streaming(uint4 v, cudaSurfaceObject_t surface, int x_bytes, int y) {
    surf2Dwrite(v, surface, x_bytes, y, cudaBoundaryModeZero);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE
