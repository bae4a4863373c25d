// SPDX-License-Identifier: MIT
// The sum of a block by shuffles, and the squared differences of 16 bytes of each vector.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <cuda_runtime.h>

namespace pairscope::sums::inline PAIRSCOPE_SIDE {

/// The sum of one value per lane, in lane 0.
template <class Number> __device__ Number sum_of_warp(Number value) {
#pragma unroll
    for (int half = 16; half > 0; half /= 2) value += __shfl_down_sync(0xffffffffu, value, half);
    return value;
}

/// The sum of one value per thread, in thread 0, always added in the same order. All threads of the block must call it,
/// and at most once for each type of number.
template <int threads, class Number> __device__ Number sum_of_block(Number value) {
    constexpr int lanes = 32, warps = threads / lanes;
    static_assert(threads % lanes == 0 && warps <= lanes);
    __shared__ Number of_warps[warps];
    const int lane = threadIdx.x % lanes, warp = threadIdx.x / lanes;
    value = sum_of_warp(value);
    if (lane == 0) of_warps[warp] = value;
    __syncthreads();
    if (warp == 0) value = sum_of_warp(lane < warps ? of_warps[lane] : Number{0});
    return value;
}

/// The squares are added in pairs, so that the result is rounded twice and not four times.
__device__ inline float squared_difference(float4 a, float4 b) {
    const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z, w = a.w - b.w;
    return (x * x + y * y) + (z * z + w * w);
}

} // namespace pairscope::sums::inline PAIRSCOPE_SIDE
