// SPDX-License-Identifier: MIT
// What makes the expanded form right: a common shift of both sets towards zero, and a list of pairs that are computed
// again with the direct form, because their square is small compared with its error.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/workloads/cross_distance/problem.h"

#include <cuda_runtime.h>

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

/// The relative error that the variants with a recheck allow for one coordinate. The rule adds d / 2 times 2^-24.
constexpr double rechecked_tolerance = 1e-5;

/// The square of a distance may have the error `error`, relative to |x|^2 + |y|^2. Returns the fraction of these norms
/// below which a square is too small for this tolerance.
inline float least_share(double error, double tolerance, int dims) {
    const double allowed = 2.0 * tolerance + dims * 0x1p-24; // relative error of the square
    return static_cast<float>(error / allowed);
}

/// The norm, if the float32 arithmetic of a tile can use it. A larger norm becomes NaN, and so do its squares, which
/// are then computed again.
__device__ inline float usable_norm(float norm) { return norm <= 5e36f ? norm : __int_as_float(0x7fffffff); }

/// Says whether this square is too small compared with its error. Squares below 1e-30 lose digits, whatever the norms
/// are. True for a NaN.
__device__ inline bool is_suspect(float square, float norms, float share) {
    return !(square >= fmaf(share, norms, 1e-30f));
}

/// Coordinate k of a point near the middle of both sets: the mean of eight vectors of each. Any point would give right
/// distances, because a shift does not change distances. The nearer it is to the vectors, the smaller are their norms.
/// Values that are too large for the sum are left out.
__device__ inline float middle(const CrossSets& sets, int k) {
    constexpr int samples = 8;
    constexpr float largest = 1e18f;
    float sum = 0.0f;
    for (int i = 0; i < samples; ++i) {
        const float x = sets.a[static_cast<int>(static_cast<long long>(sets.rows) * i / samples) * sets.a_pitch + k];
        const float y = sets.b[static_cast<int>(static_cast<long long>(sets.cols) * i / samples) * sets.b_pitch + k];
        sum += fabsf(x) <= largest ? x : 0.0f;
        sum += fabsf(y) <= largest ? y : 0.0f;
    }
    return sum / (2 * samples);
}

/// The pairs of a tile that have to be computed again, each as row * cols_of_tile + col.
template <class Place> struct Suspects {
    Place* places;
    unsigned* count;

    __device__ void add(int place) const { places[atomicAdd(count, 1u)] = static_cast<Place>(place); }
};

/// Computes the distances of these pairs directly and stores them. Eight lanes share a pair, so that they read 32 bytes
/// of each vector at once, and all threads share the list, wherever in the tile its pairs are.
template <int block_threads, class Place, class Target>
__device__ void store_again(const CrossSets& sets, int first_row, int first_col, int cols_of_tile, const Place* places,
                            int count, const Target& out) {
    constexpr int lanes = 8, pairs_at_once = block_threads / lanes;
    const int lane = threadIdx.x % lanes;
    for (int first = 0; first < count; first += pairs_at_once) {
        const int index = first + threadIdx.x / lanes;
        const int place = places[min(index, count - 1)];
        const int row = first_row + place / cols_of_tile, col = first_col + place % cols_of_tile;
        const float *const x = sets.a + row * sets.a_pitch, *const y = sets.b + col * sets.b_pitch;
        float sum = 0.0f;
        for (int k = lane; k < sets.dims; k += lanes) {
            const float difference = x[k] - y[k];
            sum = fmaf(difference, difference, sum);
        }
        for (int step = lanes / 2; step > 0; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
        if (lane == 0 && index < count) out.store(row, col, sqrtf(sum));
    }
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
