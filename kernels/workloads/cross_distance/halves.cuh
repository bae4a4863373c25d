// SPDX-License-Identifier: MIT
// A vector as the sum of two vectors of fp16 numbers, called its upper and its lower halves, for tensor cores; and what
// turns the products of halves into distances.
#pragma once

#include "kernels/workloads/cross_distance/recheck.cuh"
#include "kernels/workloads/cross_distance/tile.cuh"

#include <cuda_fp16.h>

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

constexpr int halves_dims = 16;           // coordinates in a piece: as many as one instruction multiplies
constexpr double halves_tolerance = 2e-5; // the relative error for one coordinate: see rule.h

/// The largest error of a square, relative to the norms. At worst, each of the three products per 16 coordinates cuts
/// off 17 terms at 2^-25 of the largest one, and the sum at 2^-23. Only a quarter of that is counted, because sums grow
/// from one product to the next, and because a cut loses anything between nothing and a whole unit. When a CPU computed
/// this arithmetic for constant vectors, whose terms are all equal, the error was still only half of what is allowed.
/// The last terms are for what the halves leave out, for the rounding of norms and shift, and for the ordinary float32
/// sum that takes over the sums of `in_row` coordinates each, where they are not all summed by the tensor cores.
inline double error_of_halves(int dims, int in_row) {
    const int steps = (min(dims, in_row) + halves_dims - 1) / halves_dims;
    return 0.25 * steps * 3.0 * (17.0 * 0x1p-25 + 0x1p-23) + 16.0 * 0x1p-24 + dims / 32.0 * 0x1p-24 +
           (dims - 1) / in_row * 0x1p-24;
}
inline double error_of_halves(int dims) { return error_of_halves(dims, dims); }

inline int pieces_of(std::int64_t dims) { return static_cast<int>((dims + halves_dims - 1) / halves_dims); }

/// The inverse of the scale that a vector was multiplied by, and the squared norm of the vector before that. A norm of
/// NaN leaves all pairs of the vector to the recheck.
struct Measures {
    float norm, inverse_scale;
};

/// The power of two that scales this magnitude to between 2^12 and 2^13. That is far from the largest fp16 number, and
/// the lower halves are normal numbers where they matter. It is 0 for magnitudes around zero: then only zeros are
/// multiplied.
__device__ inline float scale_for(float largest) {
    if (!(largest >= 1e-30f)) return 0.0f;
    const int exponent =
        (__float_as_int(largest) >> 23) - 127; // largest >= 2^exponent, where the exponent is between -100 and 61
    return __int_as_float((127 + 12 - exponent) << 23);
}
__device__ inline float inverse_of(float scale) {
    return scale > 0.0f ? __int_as_float((254 << 23) - __float_as_int(scale)) : 0.0f;
}

/// The largest magnitude in a vector and its squared norm.
struct Extent {
    float largest, norm;

    __device__ void add(const Extent& other) {
        largest = fmaxf(largest, other.largest);
        norm += other.norm;
    }
};

/// `lanes` neighbouring lanes each have a part of a vector. Subtracts the center from it; quads that do not exist are 0
/// in both. Returns the extent of the whole centered vector.
template <int lanes, int quads>
__device__ Extent center_vector(float4 (&vector)[quads], const float4 (&center)[quads]) {
    Extent extent{};
#pragma unroll
    for (int i = 0; i < quads; ++i) {
        float4& v = vector[i];
        v = make_float4(v.x - center[i].x, v.y - center[i].y, v.z - center[i].z, v.w - center[i].w);
        extent.largest = fmaxf(fmaxf(extent.largest, fmaxf(fabsf(v.x), fabsf(v.y))), fmaxf(fabsf(v.z), fabsf(v.w)));
        extent.norm = Products::added(extent.norm, v, v);
    }
#pragma unroll
    for (int step = lanes / 2; step > 0; step /= 2)
        extent.add({__shfl_xor_sync(~0u, extent.largest, step), __shfl_xor_sync(~0u, extent.norm, step)});
    return extent;
}

/// Multiplies a lane's part of a vector by the scale of the whole vector. Returns the measures of the vector.
template <int quads> __device__ Measures scale_vector(float4 (&vector)[quads], const Extent& extent) {
    const float norm = usable_norm(extent.norm);
    const float scale = norm == norm ? scale_for(extent.largest) : 0.0f;
#pragma unroll
    for (float4& v : vector)
        v = scale > 0.0f ? make_float4(v.x * scale, v.y * scale, v.z * scale, v.w * scale) : make_float4(0, 0, 0, 0);
    return {norm, inverse_of(scale)};
}

/// Centers and scales a vector that these lanes hold completely.
template <int lanes, int quads>
__device__ Measures scale_vector(float4 (&vector)[quads], const float4 (&center)[quads]) {
    return scale_vector(vector, center_vector<lanes>(vector, center));
}

/// Four coordinates, each as the sum of an upper and a lower half. A word has two halves.
struct QuadHalves {
    uint2 upper, lower;
};
__device__ inline unsigned word_of(__half2 v) { return *reinterpret_cast<const unsigned*>(&v); }
__device__ inline QuadHalves halves_of(float4 v) {
    const __half2 xy = __floats2half2_rn(v.x, v.y), zw = __floats2half2_rn(v.z, v.w);
    const float2 x = __half22float2(xy), z = __half22float2(zw);
    return {make_uint2(word_of(xy), word_of(zw)), make_uint2(word_of(__floats2half2_rn(v.x - x.x, v.y - x.y)),
                                                             word_of(__floats2half2_rn(v.z - z.x, v.w - z.y)))};
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
