// SPDX-License-Identifier: MIT
// How the blocks agree on the farthest pair: each offers its best with one atomic operation on a 64-bit number.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <cstdint>

namespace pairscope::farthest::inline PAIRSCOPE_SIDE {

/// A squared distance has 32 bits, and so has a row. The key with the larger distance is larger, and among equal
/// distances the key with the lower row. There is no room for the second row, so it is found afterwards, among the
/// partners of the winning row alone.
using Key = unsigned long long;
constexpr Key no_key = 0; ///< below the key of every pair

__device__ inline Key key_of(unsigned square, int row) { return Key{square} << 32 | ~static_cast<unsigned>(row); }
__device__ inline unsigned square_of(Key key) { return static_cast<unsigned>(key >> 32); }
__device__ inline int row_of(Key key) { return static_cast<int>(~static_cast<unsigned>(key)); }

/// The largest key of the block's threads, in thread 0. `threads` is a multiple of 32.
template <int threads> __device__ Key best_of_block(Key key, int thread) {
    constexpr int warps = threads / 32;
    __shared__ Key best_of_warps[warps];
    for (int distance = 16; distance > 0; distance /= 2)
        key = max(key, __shfl_down_sync(0xffffffffu, key, static_cast<unsigned>(distance)));
    if (thread % 32 == 0) best_of_warps[thread / 32] = key;
    __syncthreads();
    if (thread == 0)
        for (int warp = 1; warp < warps; ++warp) key = max(key, best_of_warps[warp]);
    return key;
}

/// What the blocks share while they search. The output is made from it.
struct Winner {
    Key key;
    int partner;
};

static __global__ void begin_search(Winner* winner) {
    winner->key = no_key;
    winner->partner = 0x7fffffff;
}

/// Finds the lowest row after the winning one that is as far from it as the key says. `square(i, j)` computes the
/// squared distance of two rows.
template <class Square> __global__ void find_partner(int n, Square square, Winner* winner) {
    const Key key = winner->key;
    const int i = row_of(key), j = i + 1 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (j < n && square(i, j) == square_of(key)) atomicMin(&winner->partner, j);
}

static __global__ void store_winner(const Winner* winner, FoundPair* pair) {
    pair->first = row_of(winner->key);
    pair->second = winner->partner;
    pair->value = square_of(winner->key);
}

/// Ends a search whose key is complete.
template <class Square>
void finish_search(const FarthestPairProblem& problem, Square square, Winner* winner, cudaStream_t stream) {
    constexpr int threads = 128;
    cuda::launch_grid(find_partner<Square>, cuda::tiles(problem.n, threads), threads, 0, stream, problem.n, square,
                      winner);
    cuda::launch_grid(store_winner, 1, 1, 0, stream, winner, problem.pair);
}

[[nodiscard]] inline Winner* winner_in(std::byte* workspace) { return reinterpret_cast<Winner*>(workspace); }
[[nodiscard]] inline std::int64_t winner_bytes(const Workload&) { return sizeof(Winner); }

} // namespace pairscope::farthest::inline PAIRSCOPE_SIDE
