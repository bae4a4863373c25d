// SPDX-License-Identifier: MIT
// CUDA's functions of whole numbers.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

__forceinline__ int __popc(unsigned v) { return std::popcount(v); }
__forceinline__ int __popcll(unsigned long long v) { return std::popcount(v); }
__forceinline__ int __clz(int v) { return std::countl_zero(static_cast<unsigned>(v)); }
__forceinline__ int __clzll(long long v) { return std::countl_zero(static_cast<unsigned long long>(v)); }
__forceinline__ int __ffs(int v) { return __builtin_ffs(v); }
__forceinline__ int __ffsll(long long v) { return __builtin_ffsll(v); }
inline unsigned long long __brevll(unsigned long long v) {
    unsigned long long reversed = 0;
    for (int k = 0; k < 64; ++k) reversed |= (v >> k & 1) << (63 - k);
    return reversed;
}
inline unsigned __brev(unsigned v) { return static_cast<unsigned>(__brevll(v) >> 32); }

/// Byte k of the result is the byte of y:x that the low three bits of digit k name; with its highest bit set, that
/// byte's sign eight times.
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(y) << 32 | x;
    unsigned result = 0;
    for (int k = 0; k < 4; ++k) {
        const unsigned digit = selector >> 4 * k & 7u; // nvcc clears the bit that would repeat the byte's sign
        result |= static_cast<unsigned>(bytes >> 8 * digit & 0xffu) << 8 * k;
    }
    return result;
}

// The high or low word of high:low, shifted.
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    const std::uint64_t both = static_cast<std::uint64_t>(high) << 32 | low;
    return shift >= 32 ? low : static_cast<unsigned>((both << shift) >> 32);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    const std::uint64_t both = static_cast<std::uint64_t>(high) << 32 | low;
    return shift >= 32 ? high : static_cast<unsigned>(both >> shift);
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return __funnelshift_lc(low, high, shift & 31u);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return __funnelshift_rc(low, high, shift & 31u);
}

// Products: of 24 bits, and high words.
inline int __mul24(int a, int b) {
    return static_cast<int>(static_cast<std::int64_t>(a << 8 >> 8) * static_cast<std::int64_t>(b << 8 >> 8));
}
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
}
__extension__ typedef __int128 pairscope_int128;
__extension__ typedef unsigned __int128 pairscope_uint128;
inline long long __mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<pairscope_int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<pairscope_uint128>(a) * b >> 64);
}

// Means (rounded down, or up) and sums of absolute differences.
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<std::int64_t>(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<std::int64_t>(a) + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<std::uint64_t>(a) + b) >> 1);
}
inline unsigned __urhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<std::uint64_t>(a) + b + 1) >> 1);
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
inline unsigned __sad(int a, int b, unsigned c) {
    const auto difference = static_cast<std::int64_t>(a) - b;
    return static_cast<unsigned>(difference < 0 ? -difference : difference) + c;
}

/// The absolute differences of four pairs of unsigned bytes.
inline unsigned __vabsdiffu4(unsigned a, unsigned b) {
    unsigned differences = 0;
    for (int k = 0; k < 32; k += 8) {
        const unsigned x = a >> k & 255, y = b >> k & 255;
        differences |= (x > y ? x - y : y - x) << k;
    }
    return differences;
}

__forceinline__ unsigned __float_as_uint(float v) { return std::bit_cast<unsigned>(v); }
__forceinline__ int __float_as_int(float v) { return std::bit_cast<int>(v); }
__forceinline__ float __uint_as_float(unsigned v) { return std::bit_cast<float>(v); }
__forceinline__ float __int_as_float(int v) { return std::bit_cast<float>(v); }

// Four products of bytes, added.
inline int __dp4a(int a, int b, int c) {
    auto sum = static_cast<unsigned>(c); // which wraps around
    for (int k = 0; k < 32; k += 8)
        sum += static_cast<unsigned>(static_cast<signed char>(a >> k) * static_cast<signed char>(b >> k));
    return static_cast<int>(sum);
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int k = 0; k < 32; k += 8) c += static_cast<unsigned char>(a >> k) * static_cast<unsigned char>(b >> k);
    return c;
}

__forceinline__ int min(int a, int b) { return b < a ? b : a; }
__forceinline__ int max(int a, int b) { return a < b ? b : a; }
__forceinline__ unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
__forceinline__ unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
__forceinline__ long min(long a, long b) { return b < a ? b : a; }
__forceinline__ long max(long a, long b) { return a < b ? b : a; }
__forceinline__ unsigned long min(unsigned long a, unsigned long b) { return b < a ? b : a; }
__forceinline__ unsigned long max(unsigned long a, unsigned long b) { return a < b ? b : a; }
__forceinline__ long long min(long long a, long long b) { return b < a ? b : a; }
__forceinline__ long long max(long long a, long long b) { return a < b ? b : a; }
__forceinline__ unsigned long long min(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
__forceinline__ unsigned long long max(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
__forceinline__ float min(float a, float b) { return std::fmin(a, b); }
__forceinline__ float max(float a, float b) { return std::fmax(a, b); }
__forceinline__ double min(double a, double b) { return std::fmin(a, b); }
__forceinline__ double max(double a, double b) { return std::fmax(a, b); }

// The least and the greatest of three.
inline int __vimin3_s32(int a, int b, int c) { return min(min(a, b), c); }
inline int __vimax3_s32(int a, int b, int c) { return max(max(a, b), c); }
inline unsigned __vimin3_u32(unsigned a, unsigned b, unsigned c) { return min(min(a, b), c); }
inline unsigned __vimax3_u32(unsigned a, unsigned b, unsigned c) { return max(max(a, b), c); }

namespace pairscope::simt {
/// Two types that CUDA's min and max take beside each other.
template <class A, class B>
concept MixedPair = !std::is_same_v<A, B> &&
                    ((std::is_floating_point_v<A> && std::is_floating_point_v<B>) ||
                     (std::is_integral_v<A> && std::is_integral_v<B> && sizeof(A) == sizeof(B) && sizeof(A) >= 4));
} // namespace pairscope::simt
template <class A, class B>
requires pairscope::simt::MixedPair<A, B> std::common_type_t<A, B> min(A a, B b) {
    return min(static_cast<std::common_type_t<A, B>>(a), static_cast<std::common_type_t<A, B>>(b));
}
template <class A, class B>
requires pairscope::simt::MixedPair<A, B> std::common_type_t<A, B> max(A a, B b) {
    return max(static_cast<std::common_type_t<A, B>>(a), static_cast<std::common_type_t<A, B>>(b));
}
