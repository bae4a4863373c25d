// SPDX-License-Identifier: MIT
// A set of bytes in the order in which tensor cores read it, with the squared lengths of its vectors; and which tiles
// of its products a block of threads computes.
#pragma once

#include "kernels/engines/cuda/dynamic_shared.cuh"
#include "kernels/engines/cuda/panel_products.cuh"
#include "kernels/workloads/farthest_pair/winner.cuh"

#include <string>

namespace pairscope::farthest::inline PAIRSCOPE_SIDE {

/// All of this is in the workspace. Copies of the last vector fill up the set; they cannot win.
struct BlockedBytes {
    Winner* winner;
    unsigned* next_unit; ///< which part of the tiles the next block of threads takes
    unsigned* lengths;   ///< the squared lengths; they and the squared distances may use all 32 bits
    int* minus_half;     ///< half of each squared length, rounded up, with a minus sign
    cuda::BlockedSet set;
    int n;

    [[nodiscard]] __host__ __device__ int panels() const { return (n + cuda::panel_vectors - 1) / cuda::panel_vectors; }
};
[[nodiscard]] inline BlockedBytes blocked_bytes_in(std::byte* workspace, std::int64_t n, std::int64_t dims) {
    BlockedBytes blocked{};
    blocked.winner = winner_in(workspace);
    blocked.next_unit = reinterpret_cast<unsigned*>(workspace + 128);
    blocked.lengths = reinterpret_cast<unsigned*>(workspace + 256);
    blocked.set = cuda::blocked_set(nullptr, n, dims);
    const std::int64_t vectors = std::int64_t{blocked.set.blocks} * cuda::block_vectors;
    blocked.minus_half = reinterpret_cast<int*>(blocked.lengths + vectors);
    blocked.set.data = reinterpret_cast<std::byte*>(blocked.minus_half + vectors);
    blocked.n = static_cast<int>(n);
    return blocked;
}
[[nodiscard]] inline std::int64_t workspace_of_blocked(const Workload& workload) {
    const cuda::BlockedSet set = cuda::blocked_set(nullptr, workload.rows, workload.dims);
    return 256 + std::int64_t{set.blocks} * cuda::block_vectors * 8 + cuda::blocked_bytes(set);
}

/// Four bytes from any address on, by way of the two aligned words that hold them. The word behind the last byte is read,
/// too, unless the address is aligned.
__device__ inline unsigned word_at(const std::uint8_t* from) {
    const auto address = reinterpret_cast<std::uintptr_t>(from);
    const auto* const words = reinterpret_cast<const unsigned*>(address & ~std::uintptr_t{3});
    const unsigned behind = static_cast<unsigned>(address & 3);
    return behind == 0 ? words[0] : __funnelshift_r(words[0], words[1], 8 * behind);
}

/// Coordinates 16 k to 16 k + 15 of a vector; those that do not exist are 0.
__device__ inline uint4 sixteen_of(const FarthestPairProblem& problem, int vector, int k) {
    const std::uint8_t* const from = problem.data + vector * problem.pitch + 16 * k;
    if (problem.pitch % 16 == 0 && 16 * k + 16 <= problem.dims) return *reinterpret_cast<const uint4*>(from);
    // Three bytes more, so that no word behind the last vector is read.
    if (16 * k + 19 <= problem.dims)
        return make_uint4(word_at(from), word_at(from + 4), word_at(from + 8), word_at(from + 12));
    unsigned words[4] = {};
    for (int i = 0; i < 16 && 16 * k + i < problem.dims; ++i)
        words[i / 4] |= static_cast<unsigned>(from[i]) << (i % 4 * 8);
    return make_uint4(words[0], words[1], words[2], words[3]);
}
__device__ inline unsigned squared_length(uint4 v) {
    return __dp4a(v.w, v.w, __dp4a(v.z, v.z, __dp4a(v.y, v.y, __dp4a(v.x, v.x, 0u))));
}

__device__ inline unsigned squared_difference(uint4 x, uint4 y) {
    return squared_length(
        make_uint4(__vabsdiffu4(x.x, y.x), __vabsdiffu4(x.y, y.y), __vabsdiffu4(x.z, y.z), __vabsdiffu4(x.w, y.w)));
}

constexpr int order_threads = 128;

/// Does the same as find_partner(), with one warp for eight vectors.
static __global__ void __launch_bounds__(order_threads)
    find_partner_in_rows(FarthestPairProblem problem, Winner* winner) {
    const int i = row_of(winner->key), lane = threadIdx.x % 32;
    const int j = i + 1 + (blockIdx.x * (order_threads / 32) + threadIdx.x / 32) * 8 + lane % 8;
    if (j - lane % 8 >= problem.n) return;
    unsigned square = 0;
#pragma unroll 4
    for (int k = lane / 8; 16 * k < problem.dims; k += 4)
        square += squared_difference(sixteen_of(problem, min(j, problem.n - 1), k), sixteen_of(problem, i, k));
    square += __shfl_xor_sync(~0u, square, 8);
    square += __shfl_xor_sync(~0u, square, 16);
    if (lane < 8 && j < problem.n && square == square_of(winner->key)) atomicMin(&winner->partner, j);
}
static inline void finish_search_in_rows(const FarthestPairProblem& problem, Winner* winner, cudaStream_t stream) {
    cuda::launch_grid(find_partner_in_rows, cuda::tiles(problem.n, order_threads / 32 * 8), order_threads, 0, stream,
                      problem, winner);
    cuda::launch_grid(store_winner, 1, 1, 0, stream, winner, problem.pair);
}

/// One warp copies eight vectors, 64 bytes of each at a time. `order` tells which vector goes to which place; if it is
/// null, the vectors keep their order.
static __global__ void __launch_bounds__(order_threads)
    bring_into_blocks(FarthestPairProblem problem, BlockedBytes blocked, const int* order) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *blocked.next_unit = 0;
    const int lane = threadIdx.x % 32;
    const int place = (blockIdx.x * (order_threads / 32) + threadIdx.x / 32) * 8 + lane % 8;
    if (place / 8 * 8 >= blocked.set.blocks * cuda::block_vectors) return;
    const int existing = min(place, problem.n - 1), vector = order == nullptr ? existing : order[existing];
    unsigned length = 0;
#pragma unroll 4
    for (int sixteen = lane / 8; sixteen < 2 * blocked.set.steps; sixteen += 4) {
        const uint4 v = sixteen_of(problem, vector, sixteen);
        *reinterpret_cast<uint4*>(blocked.set.piece(place, sixteen)) = v;
        length += squared_length(v);
    }
    length += __shfl_xor_sync(~0u, length, 8);
    length += __shfl_xor_sync(~0u, length, 16);
    if (lane >= 8) return;
    blocked.lengths[place] = length;
    blocked.minus_half[place] = -static_cast<int>(length / 2 + length % 2);
}
static inline void launch_bring_into_blocks(const FarthestPairProblem& problem, const BlockedBytes& blocked,
                                            const int* order, cudaStream_t stream) {
    const int octets = blocked.set.blocks * (cuda::block_vectors / 8);
    cuda::launch_grid(bring_into_blocks, cuda::tiles(octets, order_threads / 32), order_threads, 0, stream, problem,
                      blocked, order);
}

/// The tiles on and above the diagonal, in units of one panel and up to 16 blocks of 256 vectors. Each block of threads
/// takes the next unit. The units of the same 16 blocks come one after the other, so that all multiprocessors read the
/// same few megabytes at the same time. The last units are the smallest.
class Units {
public:
    static constexpr int blocks_of_unit = 16;

    __device__ explicit Units(const BlockedBytes& blocked)
        : counter_(blocked.next_unit), panels_(blocked.panels()), blocks_(blocked.set.blocks) {}

    __device__ bool next(cuda::PanelTile& tile) {
        while (block_ >= end_)
            if (!take()) return false;
        tile = {panel_, block_++};
        return true;
    }
    /// Leaves out the other tiles of this unit.
    __device__ void leave() { block_ = end_; }

private:
    __device__ bool take() {
        int unit = static_cast<int>(atomicAdd(counter_, 1u));
        for (int segment = (blocks_ - 1) / blocks_of_unit; segment >= 0; --segment) {
            const int end = min((segment + 1) * blocks_of_unit, blocks_), panels = min(panels_, 2 * end);
            if (unit < panels) {
                panel_ = unit;
                block_ = max(segment * blocks_of_unit, unit / 2);
                end_ = end;
                return true;
            }
            unit -= panels;
        }
        return false;
    }

    unsigned* counter_;
    int panels_, blocks_, panel_ = 0, block_ = 0, end_ = 0;
};

/// Where the sums of a lane of a warp group belong: to the rows `row` and row + 8, and in each of them to the columns
/// column + 8 k and column + 8 k + 1.
struct LaneOfTile {
    int row, column;

    __device__ explicit LaneOfTile(const cuda::PanelTile& tile)
        : row(tile.panel * cuda::panel_vectors + static_cast<int>(threadIdx.x) / 32 * 16 +
              static_cast<int>(threadIdx.x) % 32 / 4),
          column(tile.block * cuda::block_vectors + static_cast<int>(threadIdx.x) % 4 * 2) {}
};
constexpr int sums_of_lane = cuda::block_vectors / 2;

/// The best pair among a lane's sums, if its squared distance is at least `least`. The key has the lower one of the
/// pair's rows. `row_of` tells the row of the vector at a place.
template <int count, class RowOf>
__device__ Key best_of_sums(const int (&sums)[count], int row, int column, const BlockedBytes& blocked, unsigned least,
                            RowOf row_of) {
    Key best = no_key;
#pragma unroll
    for (int below = 0; below < 2; ++below) {
        const int i = row + 8 * below;
        if (i >= blocked.n) continue;
        const unsigned length = blocked.lengths[i];
#pragma unroll
        for (int k = 0; k < count / 4; ++k) {
            const int j = column + 8 * k;
            const uint2 lengths = *reinterpret_cast<const uint2*>(blocked.lengths + j);
#pragma unroll
            for (int e = 0; e < 2; ++e) {
                const auto product = static_cast<unsigned>(sums[4 * k + 2 * below + e]);
                const unsigned square = length + (e == 0 ? lengths.x : lengths.y) - 2 * product; // may wrap around
                if (square >= least && i < j + e && j + e < blocked.n)
                    best = max(best, key_of(square, min(row_of(i), row_of(j + e))));
            }
        }
    }
    return best;
}

/// Offers the best key of a warp's lanes to all blocks.
__device__ inline void offer_of_warp(Winner* winner, Key key) {
    for (int distance = 16; distance > 0; distance /= 2) key = max(key, __shfl_xor_sync(~0u, key, distance));
    if (threadIdx.x % 32 == 0 && key != no_key) atomicMax(&winner->key, key);
}

/// With more coordinates, products and half lengths do not fit into signed numbers of 32 bits.
constexpr std::int64_t most_coordinates_of_bound = 33025;
static_assert(most_coordinates_of_bound * 255 * 255 < std::int64_t{1} << 31);

/// Computes the exact distances of a tile only if a bound says that one of them can be as large as the best so far.
template <class RowOf>
__device__ void offer_where_worth_it(const cuda::PanelTile& tile, const int (&sums)[sums_of_lane],
                                     const BlockedBytes& blocked, RowOf row_of) {
    const unsigned best = square_of(*static_cast<const volatile Key*>(&blocked.winner->key));
    const LaneOfTile lane(tile);
    int least[2] = {0x7fffffff, 0x7fffffff};
#pragma unroll
    for (int k = 0; k < cuda::block_vectors / 8; ++k) {
        const int2 minus_half = *reinterpret_cast<const int2*>(blocked.minus_half + lane.column + 8 * k);
#pragma unroll
        for (int below = 0; below < 2; ++below) {
            least[below] = __viaddmin_s32(sums[4 * k + 2 * below], minus_half.x, least[below]);
            least[below] = __viaddmin_s32(sums[4 * k + 2 * below + 1], minus_half.y, least[below]);
        }
    }
    bool is_worth_it = false;
#pragma unroll
    for (int below = 0; below < 2; ++below) {
        const int half =
            -blocked.minus_half[lane.row + 8 * below] - least[below]; // at least half of the largest square
        is_worth_it = is_worth_it || 2 * static_cast<unsigned>(half) >= best;
    }
    if (__any_sync(~0u, is_worth_it))
        offer_of_warp(blocked.winner, best_of_sums(sums, lane.row, lane.column, blocked, best, row_of));
}

constexpr int multiprocessors = 132; // as on an H200; each runs one block

[[nodiscard]] inline std::string why_not_by_warp_groups(const Workload&, const Device& device) {
    if (device.compute_capability == cuda::with_warp_groups) return {};
    return "it needs wgmma, which only GPUs of compute capability 9.0 have";
}

} // namespace pairscope::farthest::inline PAIRSCOPE_SIDE
