// SPDX-License-Identifier: MIT
// CUDA's functions of single threads. Results are those of IEEE arithmetic, also where a GPU's are approximate: there
// they agree within the tolerance of the GPU's function.
#pragma once

#include "kernels/simt/shim/qualifiers.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <type_traits>

// Loads and stores with a cache policy: the same access.
template <class T> __forceinline__ T __ldg(const T* p) { return *p; }
template <class T> __forceinline__ T __ldcs(const T* p) { return *p; }
template <class T> __forceinline__ T __ldcg(const T* p) { return *p; }
template <class T> __forceinline__ T __ldca(const T* p) { return *p; }
template <class T> __forceinline__ T __ldlu(const T* p) { return *p; }
template <class T> __forceinline__ void __stcs(T* p, std::type_identity_t<T> v) { *p = v; }
template <class T> __forceinline__ void __stcg(T* p, std::type_identity_t<T> v) { *p = v; }
template <class T> __forceinline__ void __stwt(T* p, std::type_identity_t<T> v) { *p = v; }
template <class T> __forceinline__ void __stwb(T* p, std::type_identity_t<T> v) { *p = v; }

// Bits.
__forceinline__ int __popc(unsigned v) { return std::popcount(v); }
__forceinline__ int __popcll(unsigned long long v) { return std::popcount(v); }
__forceinline__ int __clz(int v) { return std::countl_zero(static_cast<unsigned>(v)); }
__forceinline__ int __clzll(long long v) { return std::countl_zero(static_cast<unsigned long long>(v)); }
__forceinline__ int __ffs(int v) { return __builtin_ffs(v); }
__forceinline__ int __ffsll(long long v) { return __builtin_ffsll(v); }
__forceinline__ unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32);
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

// Arithmetic.
inline float rsqrtf(float v) { return 1.0f / std::sqrt(v); }
inline float __frsqrt_rn(float v) { return static_cast<float>(1.0 / std::sqrt(static_cast<double>(v))); }
inline float __fsqrt_rn(float v) { return std::sqrt(v); }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fdividef(float a, float b) { return a / b; }
inline float __frcp_rn(float v) { return 1.0f / v; }
inline float __expf(float v) { return std::exp(v); }
inline float __logf(float v) { return std::log(v); }
inline float __saturatef(float v) { return v > 0.0f ? (v < 1.0f ? v : 1.0f) : 0.0f; }

__forceinline__ int min(int a, int b) { return b < a ? b : a; }
__forceinline__ int max(int a, int b) { return a < b ? b : a; }
__forceinline__ unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
__forceinline__ unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
__forceinline__ long min(long a, long b) { return b < a ? b : a; }
__forceinline__ long max(long a, long b) { return a < b ? b : a; }
__forceinline__ long long min(long long a, long long b) { return b < a ? b : a; }
__forceinline__ long long max(long long a, long long b) { return a < b ? b : a; }
__forceinline__ float min(float a, float b) { return std::fmin(a, b); }
__forceinline__ float max(float a, float b) { return std::fmax(a, b); }
__forceinline__ double min(double a, double b) { return std::fmin(a, b); }
__forceinline__ double max(double a, double b) { return std::fmax(a, b); }
