// SPDX-License-Identifier: MIT
// Vectors as sums of two halves (fp16), for tensor cores: the first kernel of a variant writes them into its workspace.
#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/workloads/cross_distance/recheck.cuh"

#include <cuda_fp16.h>

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

constexpr int halves_dims = 16;  // coordinates in a piece
constexpr int halves_tile = 128; // vectors of each set in a block: there are so many more, filled up with zeros
constexpr int halves_bytes = 64; // of a piece: the upper halves of 16 coordinates of a vector, then the lower ones
constexpr int split_threads = 256;
constexpr int vectors_per_block = 16; // more share the middle that a block computes

/// What a vector was multiplied by, inverted, and its squared norm, not multiplied. A NaN: it is to be left to the
/// recheck.
struct Measures {
    float norm, inverse_scale;
};

/// Where everything lies in the workspace. Piece p of vector i is at pieces + (p * vectors + i) * halves_bytes.
struct HalvesPlan {
    std::int64_t rows, cols; ///< vectors with those that were filled up
    int pieces;              ///< of a vector

    [[nodiscard]] std::int64_t b_offset() const { return rows * pieces * halves_bytes; }
    [[nodiscard]] std::int64_t a_measures_offset() const { return b_offset() + cols * pieces * halves_bytes; }
    [[nodiscard]] std::int64_t b_measures_offset() const {
        return a_measures_offset() + rows * std::int64_t{sizeof(Measures)};
    }
    [[nodiscard]] std::int64_t bytes() const { return b_measures_offset() + cols * std::int64_t{sizeof(Measures)}; }
};
inline HalvesPlan halves_plan(std::int64_t rows, std::int64_t cols, std::int64_t dims) {
    const auto filled_up = [](std::int64_t count) { return (count + halves_tile - 1) / halves_tile * halves_tile; };
    return {filled_up(rows), filled_up(cols), static_cast<int>((dims + halves_dims - 1) / halves_dims)};
}

/// One set as the split kernel reads and writes it.
struct SplitSet {
    const float* from;
    int pitch, count, filled_up;
    std::byte* pieces;
    Measures* measures;
};

/// The power of two that takes this magnitude to between 2^12 and 2^13: far from the largest half, so that lower halves
/// are normal numbers where they matter. Magnitudes around zero are left as they are.
__device__ inline float scale_for(float largest) {
    if (!(largest >= 1e-30f)) return 0.0f;
    const int exponent = (__float_as_int(largest) >> 23) - 127; // largest >= 2^exponent, which is in -100 to 61
    return __int_as_float((127 + 12 - exponent) << 23);
}

/// The largest value and the sum of so many neighbouring lanes, in all of them.
template <int lanes> __device__ float largest_of(float v) {
    for (int step = lanes / 2; step > 0; step /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, step));
    return v;
}
template <int lanes> __device__ float sum_of(float v) {
    for (int step = lanes / 2; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
    return v;
}

/// So many lanes split one vector. Their two passes read the same coordinates, the second time from a cache.
template <int lanes> __device__ void split_vector(const SplitSet& set, int i, int dims, const float* center) {
    const int lane = threadIdx.x % lanes;
    const bool exists = i < set.count;
    const float* const x = set.from + min(i, set.count - 1) * set.pitch;
    float largest = 0.0f, norm = 0.0f;
    for (int k = lane; exists && k < dims; k += lanes) {
        const float v = x[k] - center[k];
        largest = fmaxf(largest, fabsf(v));
        norm = fmaf(v, v, norm);
    }
    largest = largest_of<lanes>(largest);
    norm = usable_norm(sum_of<lanes>(norm));
    const float scale = norm == norm ? scale_for(largest) : 0.0f; // 0: nothing but zeros is written
    if (lane == 0) set.measures[i] = {norm, scale > 0.0f ? 1.0f / scale : 0.0f};
    const int filled_up = (dims + halves_dims - 1) / halves_dims * halves_dims;
    for (int k = lane; k < filled_up; k += lanes) {
        const float v = exists && k < dims && scale > 0.0f ? (x[k] - center[k]) * scale : 0.0f;
        const __half upper = __float2half_rn(v);
        const std::int64_t piece = static_cast<std::int64_t>(k / halves_dims) * set.filled_up + i;
        __half* const to = reinterpret_cast<__half*>(set.pieces + piece * halves_bytes) + k % halves_dims;
        to[0] = upper;
        to[halves_dims] = __float2half_rn(v - __half2float(upper));
    }
}

/// Blocks split the vectors of the first set, then those of the second one.
static __global__ void __launch_bounds__(split_threads) split_into_halves(CrossSets sets, SplitSet a, SplitSet b) {
    constexpr int lanes = 32; // of a vector: fewer for short ones were not faster
    __shared__ float center[1024];
    for (int k = threadIdx.x; k < sets.dims; k += split_threads) center[k] = middle(sets, k);
    __syncthreads();
    const int a_blocks = a.filled_up / vectors_per_block;
    const bool is_a = static_cast<int>(blockIdx.x) < a_blocks;
    const SplitSet set = is_a ? a : b;
    const int first = (is_a ? blockIdx.x : blockIdx.x - a_blocks) * vectors_per_block;
    for (int i = threadIdx.x / lanes; i < vectors_per_block; i += split_threads / lanes)
        split_vector<lanes>(set, first + i, sets.dims, center);
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
