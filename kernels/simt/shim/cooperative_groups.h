// SPDX-License-Identifier: MIT
// Cooperative groups as far as the executor knows them: the block, and tiles of a warp.
#pragma once

#include "kernels/simt/shim/warp.h"

namespace cooperative_groups {

class thread_block {
public:
    __forceinline__ void sync() const { __syncthreads(); }
    static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned num_threads() { return size(); }
    static unsigned thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() { return {}; }
__forceinline__ void sync(const thread_block& block) { block.sync(); }

template <unsigned Size> class thread_block_tile {
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

private:
    static unsigned first_lane() { return thread_block::thread_rank() % 32 / Size * Size; }
    static unsigned mask() { return (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << first_lane(); }
};

template <unsigned Size> thread_block_tile<Size> tiled_partition(const thread_block&) { return {}; }
template <unsigned Size, unsigned Larger> thread_block_tile<Size> tiled_partition(const thread_block_tile<Larger>&) {
    static_assert(Size <= Larger);
    return {};
}

} // namespace cooperative_groups
