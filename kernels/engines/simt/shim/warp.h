// SPDX-License-Identifier: MIT
// Barriers, shuffles, votes and reductions.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <bit>
#include <cstdint>

/// Barriers are told apart by the place of the call, which no kernel gives.
void __syncthreads(pairscope::simt::CallPlace = PAIRSCOPE_PLACE_OF_CALL);
int __syncthreads_count(int predicate, pairscope::simt::CallPlace = PAIRSCOPE_PLACE_OF_CALL);
int __syncthreads_and(int predicate, pairscope::simt::CallPlace = PAIRSCOPE_PLACE_OF_CALL);
int __syncthreads_or(int predicate, pairscope::simt::CallPlace = PAIRSCOPE_PLACE_OF_CALL);
void __syncwarp(unsigned mask = 0xffffffffu);

/// Blocks of a grid and the host see memory in the order of the host's own threads; the order within a block is the
/// barriers', which are followed apart.
void __threadfence();
inline void __threadfence_block() {}
inline void __threadfence_system() { __threadfence(); }

namespace pairscope::simt {

template <class T> __forceinline__ std::uint64_t bits_of(T value) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "warp functions take 32 and 64 bits");
    if constexpr (sizeof(T) == 8) return std::bit_cast<std::uint64_t>(value);
    if constexpr (sizeof(T) == 4) return std::bit_cast<std::uint32_t>(value);
    return 0;
}
template <class T> __forceinline__ T shuffled(WarpFunction function, unsigned mask, T value, int argument, int width) {
    const std::uint64_t result = call_warp({function, mask, bits_of(value), argument, width});
    if constexpr (sizeof(T) == 8) return std::bit_cast<T>(result);
    if constexpr (sizeof(T) == 4) return std::bit_cast<T>(static_cast<std::uint32_t>(result));
    return value;
}

} // namespace pairscope::simt

template <class T> __forceinline__ T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
    return pairscope::simt::shuffled(pairscope::simt::WarpFunction::shuffle, mask, value, lane, width);
}
template <class T> __forceinline__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    return pairscope::simt::shuffled(pairscope::simt::WarpFunction::shuffle_up, mask, value, static_cast<int>(delta),
                                     width);
}
template <class T> __forceinline__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
    return pairscope::simt::shuffled(pairscope::simt::WarpFunction::shuffle_down, mask, value, static_cast<int>(delta),
                                     width);
}
template <class T> __forceinline__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32) {
    return pairscope::simt::shuffled(pairscope::simt::WarpFunction::shuffle_xor, mask, value, lanes, width);
}

__forceinline__ unsigned __ballot_sync(unsigned mask, int predicate) {
    return static_cast<unsigned>(
        pairscope::simt::call_warp({pairscope::simt::WarpFunction::ballot, mask, predicate != 0}));
}
__forceinline__ int __all_sync(unsigned mask, int predicate) {
    return static_cast<int>(pairscope::simt::call_warp({pairscope::simt::WarpFunction::all, mask, predicate != 0}));
}
__forceinline__ int __any_sync(unsigned mask, int predicate) {
    return static_cast<int>(pairscope::simt::call_warp({pairscope::simt::WarpFunction::any, mask, predicate != 0}));
}
template <class T> __forceinline__ unsigned __match_any_sync(unsigned mask, T value) {
    return static_cast<unsigned>(
        pairscope::simt::call_warp({pairscope::simt::WarpFunction::match_any, mask, pairscope::simt::bits_of(value)}));
}
/// `*same` tells whether all lanes have one value.
template <class T> __forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* same) {
    const auto lanes = static_cast<unsigned>(
        pairscope::simt::call_warp({pairscope::simt::WarpFunction::match_all, mask, pairscope::simt::bits_of(value)}));
    *same = lanes != 0;
    return lanes;
}

__forceinline__ unsigned __reduce_add_sync(unsigned mask, unsigned value) {
    return static_cast<unsigned>(pairscope::simt::call_warp({pairscope::simt::WarpFunction::add, mask, value}));
}
__forceinline__ int __reduce_add_sync(unsigned mask, int value) {
    return static_cast<int>(__reduce_add_sync(mask, static_cast<unsigned>(value)));
}
__forceinline__ unsigned __reduce_min_sync(unsigned mask, unsigned value) {
    return static_cast<unsigned>(
        pairscope::simt::call_warp({pairscope::simt::WarpFunction::min_unsigned, mask, value}));
}
__forceinline__ unsigned __reduce_max_sync(unsigned mask, unsigned value) {
    return static_cast<unsigned>(
        pairscope::simt::call_warp({pairscope::simt::WarpFunction::max_unsigned, mask, value}));
}
__forceinline__ int __reduce_min_sync(unsigned mask, int value) {
    return static_cast<int>(
        pairscope::simt::call_warp({pairscope::simt::WarpFunction::min_signed, mask, static_cast<unsigned>(value)}));
}
__forceinline__ int __reduce_max_sync(unsigned mask, int value) {
    return static_cast<int>(
        pairscope::simt::call_warp({pairscope::simt::WarpFunction::max_signed, mask, static_cast<unsigned>(value)}));
}
__forceinline__ unsigned __reduce_and_sync(unsigned mask, unsigned value) {
    return static_cast<unsigned>(pairscope::simt::call_warp({pairscope::simt::WarpFunction::bit_and, mask, value}));
}
__forceinline__ unsigned __reduce_or_sync(unsigned mask, unsigned value) {
    return static_cast<unsigned>(pairscope::simt::call_warp({pairscope::simt::WarpFunction::bit_or, mask, value}));
}
__forceinline__ unsigned __reduce_xor_sync(unsigned mask, unsigned value) {
    return static_cast<unsigned>(pairscope::simt::call_warp({pairscope::simt::WarpFunction::bit_xor, mask, value}));
}

/// Which lanes run together is the hardware's choice; the executor runs them one after the other.
__attribute__((
    error("the executor on the CPU does not support __activemask(): give the warp function its mask, or mark the "
          "variant gpu_only"))) unsigned
__activemask();
