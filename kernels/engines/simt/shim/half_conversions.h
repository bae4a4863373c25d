// SPDX-License-Identifier: MIT
// Halves from and to other types, and pairs from and to their halves.
#pragma once

#include "kernels/engines/simt/shim/half.h"

// Bits.
inline unsigned short __half_as_ushort(__half v) { return v.bits(); }
inline short __half_as_short(__half v) { return static_cast<short>(v.bits()); }
inline __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
inline __half __short_as_half(short bits) { return __half_raw{static_cast<unsigned short>(bits)}; }

// Conversions.
inline float __half2float(__half v) { return v; }
inline __half __float2half(float v) { return v; }
inline __half __double2half(double v) { return v; }
inline __half __float2half_rn(float v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TONEAREST>(v));
}
inline __half __float2half_rz(float v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TOWARDZERO>(v));
}
inline __half __float2half_ru(float v) { return pairscope::simt::half_with(pairscope::simt::half_bits<FE_UPWARD>(v)); }
inline __half __float2half_rd(float v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_DOWNWARD>(v));
}
inline int __half2int_rn(__half v) { return pairscope::simt::integer_of<int, FE_TONEAREST>(static_cast<float>(v)); }
inline __half __int2half_rn(int v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TONEAREST>(static_cast<double>(v)));
}
inline int __half2int_rz(__half v) { return pairscope::simt::integer_of<int, FE_TOWARDZERO>(static_cast<float>(v)); }
inline __half __int2half_rz(int v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TOWARDZERO>(static_cast<double>(v)));
}
inline int __half2int_ru(__half v) { return pairscope::simt::integer_of<int, FE_UPWARD>(static_cast<float>(v)); }
inline __half __int2half_ru(int v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_UPWARD>(static_cast<double>(v)));
}
inline int __half2int_rd(__half v) { return pairscope::simt::integer_of<int, FE_DOWNWARD>(static_cast<float>(v)); }
inline __half __int2half_rd(int v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_DOWNWARD>(static_cast<double>(v)));
}
inline unsigned __half2uint_rn(__half v) {
    return pairscope::simt::integer_of<unsigned, FE_TONEAREST>(static_cast<float>(v));
}
inline __half __uint2half_rn(unsigned v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TONEAREST>(static_cast<double>(v)));
}
inline unsigned __half2uint_rz(__half v) {
    return pairscope::simt::integer_of<unsigned, FE_TOWARDZERO>(static_cast<float>(v));
}
inline __half __uint2half_rz(unsigned v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TOWARDZERO>(static_cast<double>(v)));
}
inline unsigned __half2uint_ru(__half v) {
    return pairscope::simt::integer_of<unsigned, FE_UPWARD>(static_cast<float>(v));
}
inline __half __uint2half_ru(unsigned v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_UPWARD>(static_cast<double>(v)));
}
inline unsigned __half2uint_rd(__half v) {
    return pairscope::simt::integer_of<unsigned, FE_DOWNWARD>(static_cast<float>(v));
}
inline __half __uint2half_rd(unsigned v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_DOWNWARD>(static_cast<double>(v)));
}
inline short __half2short_rn(__half v) {
    return pairscope::simt::integer_of<short, FE_TONEAREST>(static_cast<float>(v));
}
inline __half __short2half_rn(short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TONEAREST>(static_cast<double>(v)));
}
inline short __half2short_rz(__half v) {
    return pairscope::simt::integer_of<short, FE_TOWARDZERO>(static_cast<float>(v));
}
inline __half __short2half_rz(short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TOWARDZERO>(static_cast<double>(v)));
}
inline short __half2short_ru(__half v) { return pairscope::simt::integer_of<short, FE_UPWARD>(static_cast<float>(v)); }
inline __half __short2half_ru(short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_UPWARD>(static_cast<double>(v)));
}
inline short __half2short_rd(__half v) {
    return pairscope::simt::integer_of<short, FE_DOWNWARD>(static_cast<float>(v));
}
inline __half __short2half_rd(short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_DOWNWARD>(static_cast<double>(v)));
}
inline unsigned short __half2ushort_rn(__half v) {
    return pairscope::simt::integer_of<unsigned short, FE_TONEAREST>(static_cast<float>(v));
}
inline __half __ushort2half_rn(unsigned short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TONEAREST>(static_cast<double>(v)));
}
inline unsigned short __half2ushort_rz(__half v) {
    return pairscope::simt::integer_of<unsigned short, FE_TOWARDZERO>(static_cast<float>(v));
}
inline __half __ushort2half_rz(unsigned short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TOWARDZERO>(static_cast<double>(v)));
}
inline unsigned short __half2ushort_ru(__half v) {
    return pairscope::simt::integer_of<unsigned short, FE_UPWARD>(static_cast<float>(v));
}
inline __half __ushort2half_ru(unsigned short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_UPWARD>(static_cast<double>(v)));
}
inline unsigned short __half2ushort_rd(__half v) {
    return pairscope::simt::integer_of<unsigned short, FE_DOWNWARD>(static_cast<float>(v));
}
inline __half __ushort2half_rd(unsigned short v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_DOWNWARD>(static_cast<double>(v)));
}
inline long long __half2ll_rn(__half v) {
    return pairscope::simt::integer_of<long long, FE_TONEAREST>(static_cast<float>(v));
}
inline __half __ll2half_rn(long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TONEAREST>(static_cast<double>(v)));
}
inline long long __half2ll_rz(__half v) {
    return pairscope::simt::integer_of<long long, FE_TOWARDZERO>(static_cast<float>(v));
}
inline __half __ll2half_rz(long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TOWARDZERO>(static_cast<double>(v)));
}
inline long long __half2ll_ru(__half v) {
    return pairscope::simt::integer_of<long long, FE_UPWARD>(static_cast<float>(v));
}
inline __half __ll2half_ru(long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_UPWARD>(static_cast<double>(v)));
}
inline long long __half2ll_rd(__half v) {
    return pairscope::simt::integer_of<long long, FE_DOWNWARD>(static_cast<float>(v));
}
inline __half __ll2half_rd(long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_DOWNWARD>(static_cast<double>(v)));
}
inline unsigned long long __half2ull_rn(__half v) {
    return pairscope::simt::integer_of<unsigned long long, FE_TONEAREST>(static_cast<float>(v));
}
inline __half __ull2half_rn(unsigned long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TONEAREST>(static_cast<double>(v)));
}
inline unsigned long long __half2ull_rz(__half v) {
    return pairscope::simt::integer_of<unsigned long long, FE_TOWARDZERO>(static_cast<float>(v));
}
inline __half __ull2half_rz(unsigned long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_TOWARDZERO>(static_cast<double>(v)));
}
inline unsigned long long __half2ull_ru(__half v) {
    return pairscope::simt::integer_of<unsigned long long, FE_UPWARD>(static_cast<float>(v));
}
inline __half __ull2half_ru(unsigned long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_UPWARD>(static_cast<double>(v)));
}
inline unsigned long long __half2ull_rd(__half v) {
    return pairscope::simt::integer_of<unsigned long long, FE_DOWNWARD>(static_cast<float>(v));
}
inline __half __ull2half_rd(unsigned long long v) {
    return pairscope::simt::half_with(pairscope::simt::half_bits<FE_DOWNWARD>(static_cast<double>(v)));
}

// Pairs.
inline __half2 make_half2(__half x, __half y) { return {x, y}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half v) { return {v, v}; }
inline __half2 __float2half2_rn(float v) { return {__half(v), __half(v)}; }
inline __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
inline __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
inline float2 __half22float2(__half2 v) { return {float(v.x), float(v.y)}; }
inline float __low2float(__half2 v) { return v.x; }
inline float __high2float(__half2 v) { return v.y; }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
inline __half2 __low2half2(__half2 v) { return {v.x, v.x}; }
inline __half2 __high2half2(__half2 v) { return {v.y, v.y}; }
inline __half2 __lowhigh2highlow(__half2 v) { return {v.y, v.x}; }
inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
