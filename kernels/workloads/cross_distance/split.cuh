// SPDX-License-Identifier: MIT
// The first kernel of a variant with mma.sync: it writes both sets as fp16 numbers, called halves, into the workspace.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/cross_distance/halves.cuh"

namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE {

constexpr int halves_tile = 128; // vectors of each set in a block; copies of the last one fill up the last block
constexpr int halves_bytes = 64; // per piece: the upper halves of 16 coordinates of a vector, then the lower halves
constexpr int split_threads = 256;

/// Where everything lies in the workspace. Piece p of vector i is at pieces + (p * vectors + i) * halves_bytes.
struct HalvesPlan {
    std::int64_t rows, cols; ///< vectors, with the copies that fill up the last block
    int pieces;              ///< per vector

    [[nodiscard]] std::int64_t b_offset() const { return rows * pieces * halves_bytes; }
    [[nodiscard]] std::int64_t a_measures_offset() const { return b_offset() + cols * pieces * halves_bytes; }
    [[nodiscard]] std::int64_t b_measures_offset() const {
        return a_measures_offset() + rows * std::int64_t{sizeof(Measures)};
    }
    [[nodiscard]] std::int64_t bytes() const { return b_measures_offset() + cols * std::int64_t{sizeof(Measures)}; }
};
inline HalvesPlan halves_plan(std::int64_t rows, std::int64_t cols, std::int64_t dims) {
    const auto filled_up = [](std::int64_t count) { return (count + halves_tile - 1) / halves_tile * halves_tile; };
    return {filled_up(rows), filled_up(cols), pieces_of(dims)};
}

/// One set as the split kernel reads and writes it.
struct SplitSet {
    const float* from;
    int pitch, count, filled_up;
    std::byte* pieces;
    Measures* measures;
};

/// `lanes` lanes split a vector, and each lane has `quads` groups of four coordinates in registers. The first blocks
/// split the vectors of the first set, the others those of the second set. Vectors are being loaded while the block
/// computes the middle.
template <int lanes, int quads>
static __global__ void __launch_bounds__(split_threads) split_into_halves(CrossSets sets, SplitSet a, SplitSet b) {
    constexpr int vectors = split_threads / lanes, quads_at_most = lanes * quads;
    __shared__ float4 middles[quads_at_most];
    const int a_blocks = a.filled_up / vectors, block = blockIdx.x;
    const SplitSet set = block < a_blocks ? a : b;
    const int i = (block < a_blocks ? block : block - a_blocks) * vectors + threadIdx.x / lanes;
    const int lane = threadIdx.x % lanes;
    const float* const from = set.from + min(i, set.count - 1) * set.pitch;
    float4 vector[quads], center[quads];
#pragma unroll
    for (int q = 0; q < quads; ++q) vector[q] = quad_of(from, 4 * (lane + q * lanes), sets.dims);
    for (int k = threadIdx.x; k < 4 * quads_at_most; k += split_threads)
        reinterpret_cast<float*>(middles)[k] = k < sets.dims ? middle(sets, k) : 0.0f;
    __syncthreads();
#pragma unroll
    for (int q = 0; q < quads; ++q) center[q] = middles[lane + q * lanes];
    const Measures measures = scale_vector<lanes, quads>(vector, center);
    if (lane == 0) set.measures[i] = measures;
#pragma unroll
    for (int q = 0; q < quads; ++q) {
        const int k = 4 * (lane + q * lanes);
        if (k >= (sets.dims + halves_dims - 1) / halves_dims * halves_dims) break;
        const std::int64_t piece = static_cast<std::int64_t>(k / halves_dims) * set.filled_up + i;
        std::byte* const to = set.pieces + piece * halves_bytes + k % halves_dims * sizeof(__half);
        const QuadHalves halves = halves_of(vector[q]);
        *reinterpret_cast<uint2*>(to) = halves.upper;
        *reinterpret_cast<uint2*>(to + halves_dims * sizeof(__half)) = halves.lower;
    }
}

template <int lanes, int quads>
void launch_split(const CrossSets& sets, const SplitSet& a, const SplitSet& b, cudaStream_t stream) {
    constexpr int vectors = split_threads / lanes;
    cuda::launch_grid(split_into_halves<lanes, quads>, (a.filled_up + b.filled_up) / vectors, split_threads, 0, stream,
                      sets, a, b);
}

/// A whole warp splits a long vector; a short one is split by as many lanes as it has work for.
inline void split_sets(const CrossSets& sets, const SplitSet& a, const SplitSet& b, cudaStream_t stream) {
    if (sets.dims <= 16) return launch_split<4, 1>(sets, a, b, stream);
    if (sets.dims <= 64) return launch_split<16, 1>(sets, a, b, stream);
    if (sets.dims <= 256) return launch_split<32, 2>(sets, a, b, stream);
    launch_split<32, 8>(sets, a, b, stream);
}

} // namespace pairscope::cross_tiles::inline PAIRSCOPE_SIDE
