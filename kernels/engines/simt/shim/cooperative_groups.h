// SPDX-License-Identifier: MIT
// Cooperative groups as far as the executor supports them: the block, tiles of a warp, and the lanes that run together.
#pragma once

#include "kernels/engines/simt/shim/bits.h"
#include "kernels/engines/simt/shim/warp.h"

#include <cstdint>

namespace cooperative_groups {

class thread_block {
public:
    __forceinline__ void sync(pairscope::simt::CallPlace place = PAIRSCOPE_PLACE_OF_CALL) const {
        __syncthreads(place);
    }
    static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned num_threads() { return size(); }
    static unsigned thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }

template <unsigned Size, class Parent = void> class thread_block_tile {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

public:
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
    static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    __forceinline__ void sync() const { __syncwarp(mask()); }
    template <class T> __forceinline__ T shfl(T value, int rank) const {
        return __shfl_sync(mask(), value, rank, Size);
    }
    template <class T> __forceinline__ T shfl_up(T value, unsigned delta) const {
        return __shfl_up_sync(mask(), value, delta, Size);
    }
    template <class T> __forceinline__ T shfl_down(T value, unsigned delta) const {
        return __shfl_down_sync(mask(), value, delta, Size);
    }
    template <class T> __forceinline__ T shfl_xor(T value, int ranks) const {
        return __shfl_xor_sync(mask(), value, ranks, Size);
    }
    __forceinline__ int any(int predicate) const { return __any_sync(mask(), predicate); }
    __forceinline__ int all(int predicate) const { return __all_sync(mask(), predicate); }
    __forceinline__ unsigned ballot(int predicate) const { return __ballot_sync(mask(), predicate) >> first_lane(); }
    template <class T> __forceinline__ unsigned match_any(T value) const {
        return __match_any_sync(mask(), value) >> first_lane();
    }
    template <class T> __forceinline__ unsigned match_all(T value, int& same) const {
        return __match_all_sync(mask(), value, &same) >> first_lane();
    }

private:
    static unsigned first_lane() { return thread_block::thread_rank() % 32 / Size * Size; }
    static unsigned mask() { return (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << first_lane(); }
};

template <unsigned Size> thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) { return {}; }
template <unsigned Size, unsigned Larger, class Parent>
thread_block_tile<Size, thread_block_tile<Larger, Parent>> tiled_partition(const thread_block_tile<Larger, Parent>&) {
    static_assert(Size <= Larger);
    return {};
}

/// Some lanes of a warp; ranks count them from the lowest.
class coalesced_group {
public:
    explicit coalesced_group(unsigned lanes) : lanes_(lanes) {}
    unsigned size() const { return static_cast<unsigned>(__popc(lanes_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return rank_of(thread_block::thread_rank() % 32); }
    __forceinline__ void sync() const { __syncwarp(lanes_); }
    template <class T> __forceinline__ T shfl(T value, int rank) const {
        return __shfl_sync(lanes_, value, lane_of(static_cast<unsigned>(rank) % size()));
    }
    template <class T> __forceinline__ T shfl_up(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return __shfl_sync(lanes_, value, lane_of(delta <= rank ? rank - delta : rank));
    }
    template <class T> __forceinline__ T shfl_down(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return __shfl_sync(lanes_, value, lane_of(delta < size() - rank ? rank + delta : rank));
    }
    __forceinline__ int any(int predicate) const { return __any_sync(lanes_, predicate); }
    __forceinline__ int all(int predicate) const { return __all_sync(lanes_, predicate); }
    __forceinline__ unsigned ballot(int predicate) const { return packed(__ballot_sync(lanes_, predicate)); }
    template <class T> __forceinline__ unsigned match_any(T value) const {
        return packed(__match_any_sync(lanes_, value));
    }
    template <class T> __forceinline__ unsigned match_all(T value, int& same) const {
        return packed(__match_all_sync(lanes_, value, &same));
    }

private:
    unsigned rank_of(unsigned lane) const {
        return static_cast<unsigned>(__popc(lanes_ & static_cast<unsigned>((std::uint64_t{1} << lane) - 1)));
    }
    int lane_of(unsigned rank) const {
        unsigned left = lanes_;
        while (rank-- > 0) left &= left - 1;
        return __ffs(static_cast<int>(left)) - 1;
    }
    /// Bit k is that of the lane of rank k.
    unsigned packed(unsigned of_lanes) const {
        unsigned bits = 0;
        for (unsigned rank = 0; rank < size(); ++rank) bits |= (of_lanes >> lane_of(rank) & 1u) << rank;
        return bits;
    }
    unsigned lanes_;
};
__forceinline__ coalesced_group coalesced_threads(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return coalesced_group(pairscope::simt::meet_converged(file, line));
}

template <class Group> __forceinline__ void sync(const Group& group) { group.sync(); }
__forceinline__ void sync(const thread_block& block, pairscope::simt::CallPlace place = PAIRSCOPE_PLACE_OF_CALL) {
    block.sync(place);
}

} // namespace cooperative_groups
