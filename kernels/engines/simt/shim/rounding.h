// SPDX-License-Identifier: MIT
// Arithmetic and conversions that name their rounding: to nearest, to zero, up, down.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pairscope::simt {

/// The compiler can neither compute with this value beforehand nor move it.
template <class T> inline T opaque(T value) {
    asm volatile("" : "+m"(value) : : "memory");
    return value;
}

/// compute(values...) where the processor rounds as `mode` says.
template <int mode, class Compute, class... T> inline auto rounded(Compute compute, T... values) {
    if constexpr (mode == FE_TONEAREST) {
        return compute(values...);
    } else {
        std::fesetround(mode);
        const auto result = opaque(compute(opaque(values)...));
        std::fesetround(FE_TONEAREST);
        return result;
    }
}

template <int mode, class Float> inline Float whole(Float value) {
    return mode == FE_TOWARDZERO ? std::trunc(value)
           : mode == FE_UPWARD   ? std::ceil(value)
           : mode == FE_DOWNWARD ? std::floor(value)
                                 : std::nearbyint(value);
}

/// As PTX's cvt: what does not fit becomes the nearest that does. A NaN is 0, and where 64 bits are involved the
/// highest bit alone.
template <class Integer, int mode, class Float> inline Integer integer_of(Float value) {
    using Limits = std::numeric_limits<Integer>;
    if (std::isnan(value)) {
        const bool wide = sizeof(Integer) == 8 || sizeof(Float) == 8;
        return wide ? static_cast<Integer>(std::uint64_t{1} << (8 * sizeof(Integer) - 1)) : Integer{0};
    }
    const Float result = whole<mode>(value);
    if (result >= std::ldexp(Float{1}, Limits::digits)) return Limits::max();
    if (result <= static_cast<Float>(Limits::min())) return Limits::min();
    return static_cast<Integer>(result);
}

} // namespace pairscope::simt

// Arithmetic on float.
inline float __fadd_rn(float a, float b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](float x, float y) { return x + y; }, a, b);
}
inline float __fsub_rn(float a, float b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](float x, float y) { return x - y; }, a, b);
}
inline float __fmul_rn(float a, float b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](float x, float y) { return x * y; }, a, b);
}
inline float __fdiv_rn(float a, float b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](float x, float y) { return x / y; }, a, b);
}
inline float __fmaf_rn(float a, float b, float c) {
    return pairscope::simt::rounded<FE_TONEAREST>([](float x, float y, float z) { return std::fma(x, y, z); }, a, b, c);
}
inline float __fsqrt_rn(float a) {
    return pairscope::simt::rounded<FE_TONEAREST>([](float x) { return std::sqrt(x); }, a);
}
inline float __frcp_rn(float a) {
    return pairscope::simt::rounded<FE_TONEAREST>([](float x) { return 1.0f / x; }, a);
}
inline float __fadd_rz(float a, float b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](float x, float y) { return x + y; }, a, b);
}
inline float __fsub_rz(float a, float b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](float x, float y) { return x - y; }, a, b);
}
inline float __fmul_rz(float a, float b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](float x, float y) { return x * y; }, a, b);
}
inline float __fdiv_rz(float a, float b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](float x, float y) { return x / y; }, a, b);
}
inline float __fmaf_rz(float a, float b, float c) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](float x, float y, float z) { return std::fma(x, y, z); }, a, b,
                                                   c);
}
inline float __fsqrt_rz(float a) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](float x) { return std::sqrt(x); }, a);
}
inline float __frcp_rz(float a) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](float x) { return 1.0f / x; }, a);
}
inline float __fadd_ru(float a, float b) {
    return pairscope::simt::rounded<FE_UPWARD>([](float x, float y) { return x + y; }, a, b);
}
inline float __fsub_ru(float a, float b) {
    return pairscope::simt::rounded<FE_UPWARD>([](float x, float y) { return x - y; }, a, b);
}
inline float __fmul_ru(float a, float b) {
    return pairscope::simt::rounded<FE_UPWARD>([](float x, float y) { return x * y; }, a, b);
}
inline float __fdiv_ru(float a, float b) {
    return pairscope::simt::rounded<FE_UPWARD>([](float x, float y) { return x / y; }, a, b);
}
inline float __fmaf_ru(float a, float b, float c) {
    return pairscope::simt::rounded<FE_UPWARD>([](float x, float y, float z) { return std::fma(x, y, z); }, a, b, c);
}
inline float __fsqrt_ru(float a) {
    return pairscope::simt::rounded<FE_UPWARD>([](float x) { return std::sqrt(x); }, a);
}
inline float __frcp_ru(float a) {
    return pairscope::simt::rounded<FE_UPWARD>([](float x) { return 1.0f / x; }, a);
}
inline float __fadd_rd(float a, float b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](float x, float y) { return x + y; }, a, b);
}
inline float __fsub_rd(float a, float b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](float x, float y) { return x - y; }, a, b);
}
inline float __fmul_rd(float a, float b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](float x, float y) { return x * y; }, a, b);
}
inline float __fdiv_rd(float a, float b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](float x, float y) { return x / y; }, a, b);
}
inline float __fmaf_rd(float a, float b, float c) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](float x, float y, float z) { return std::fma(x, y, z); }, a, b, c);
}
inline float __fsqrt_rd(float a) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](float x) { return std::sqrt(x); }, a);
}
inline float __frcp_rd(float a) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](float x) { return 1.0f / x; }, a);
}
// Arithmetic on double.
inline double __dadd_rn(double a, double b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x, double y) { return x + y; }, a, b);
}
inline double __dsub_rn(double a, double b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x, double y) { return x - y; }, a, b);
}
inline double __dmul_rn(double a, double b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x, double y) { return x * y; }, a, b);
}
inline double __ddiv_rn(double a, double b) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x, double y) { return x / y; }, a, b);
}
inline double __fma_rn(double a, double b, double c) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x, double y, double z) { return std::fma(x, y, z); }, a, b,
                                                  c);
}
inline double __dsqrt_rn(double a) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x) { return std::sqrt(x); }, a);
}
inline double __drcp_rn(double a) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x) { return 1.0 / x; }, a);
}
inline double __dadd_rz(double a, double b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x, double y) { return x + y; }, a, b);
}
inline double __dsub_rz(double a, double b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x, double y) { return x - y; }, a, b);
}
inline double __dmul_rz(double a, double b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x, double y) { return x * y; }, a, b);
}
inline double __ddiv_rz(double a, double b) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x, double y) { return x / y; }, a, b);
}
inline double __fma_rz(double a, double b, double c) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x, double y, double z) { return std::fma(x, y, z); }, a, b,
                                                   c);
}
inline double __dsqrt_rz(double a) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x) { return std::sqrt(x); }, a);
}
inline double __drcp_rz(double a) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x) { return 1.0 / x; }, a);
}
inline double __dadd_ru(double a, double b) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x, double y) { return x + y; }, a, b);
}
inline double __dsub_ru(double a, double b) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x, double y) { return x - y; }, a, b);
}
inline double __dmul_ru(double a, double b) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x, double y) { return x * y; }, a, b);
}
inline double __ddiv_ru(double a, double b) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x, double y) { return x / y; }, a, b);
}
inline double __fma_ru(double a, double b, double c) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x, double y, double z) { return std::fma(x, y, z); }, a, b, c);
}
inline double __dsqrt_ru(double a) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x) { return std::sqrt(x); }, a);
}
inline double __drcp_ru(double a) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x) { return 1.0 / x; }, a);
}
inline double __dadd_rd(double a, double b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x, double y) { return x + y; }, a, b);
}
inline double __dsub_rd(double a, double b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x, double y) { return x - y; }, a, b);
}
inline double __dmul_rd(double a, double b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x, double y) { return x * y; }, a, b);
}
inline double __ddiv_rd(double a, double b) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x, double y) { return x / y; }, a, b);
}
inline double __fma_rd(double a, double b, double c) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x, double y, double z) { return std::fma(x, y, z); }, a, b,
                                                 c);
}
inline double __dsqrt_rd(double a) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x) { return std::sqrt(x); }, a);
}
inline double __drcp_rd(double a) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x) { return 1.0 / x; }, a);
}

// Floating point to whole numbers.
inline int __float2int_rn(float v) { return pairscope::simt::integer_of<int, FE_TONEAREST>(v); }
inline int __float2int_rz(float v) { return pairscope::simt::integer_of<int, FE_TOWARDZERO>(v); }
inline int __float2int_ru(float v) { return pairscope::simt::integer_of<int, FE_UPWARD>(v); }
inline int __float2int_rd(float v) { return pairscope::simt::integer_of<int, FE_DOWNWARD>(v); }
inline unsigned __float2uint_rn(float v) { return pairscope::simt::integer_of<unsigned, FE_TONEAREST>(v); }
inline unsigned __float2uint_rz(float v) { return pairscope::simt::integer_of<unsigned, FE_TOWARDZERO>(v); }
inline unsigned __float2uint_ru(float v) { return pairscope::simt::integer_of<unsigned, FE_UPWARD>(v); }
inline unsigned __float2uint_rd(float v) { return pairscope::simt::integer_of<unsigned, FE_DOWNWARD>(v); }
inline long long __float2ll_rn(float v) { return pairscope::simt::integer_of<long long, FE_TONEAREST>(v); }
inline long long __float2ll_rz(float v) { return pairscope::simt::integer_of<long long, FE_TOWARDZERO>(v); }
inline long long __float2ll_ru(float v) { return pairscope::simt::integer_of<long long, FE_UPWARD>(v); }
inline long long __float2ll_rd(float v) { return pairscope::simt::integer_of<long long, FE_DOWNWARD>(v); }
inline unsigned long long __float2ull_rn(float v) {
    return pairscope::simt::integer_of<unsigned long long, FE_TONEAREST>(v);
}
inline unsigned long long __float2ull_rz(float v) {
    return pairscope::simt::integer_of<unsigned long long, FE_TOWARDZERO>(v);
}
inline unsigned long long __float2ull_ru(float v) {
    return pairscope::simt::integer_of<unsigned long long, FE_UPWARD>(v);
}
inline unsigned long long __float2ull_rd(float v) {
    return pairscope::simt::integer_of<unsigned long long, FE_DOWNWARD>(v);
}
inline int __double2int_rn(double v) { return pairscope::simt::integer_of<int, FE_TONEAREST>(v); }
inline int __double2int_rz(double v) { return pairscope::simt::integer_of<int, FE_TOWARDZERO>(v); }
inline int __double2int_ru(double v) { return pairscope::simt::integer_of<int, FE_UPWARD>(v); }
inline int __double2int_rd(double v) { return pairscope::simt::integer_of<int, FE_DOWNWARD>(v); }
inline unsigned __double2uint_rn(double v) { return pairscope::simt::integer_of<unsigned, FE_TONEAREST>(v); }
inline unsigned __double2uint_rz(double v) { return pairscope::simt::integer_of<unsigned, FE_TOWARDZERO>(v); }
inline unsigned __double2uint_ru(double v) { return pairscope::simt::integer_of<unsigned, FE_UPWARD>(v); }
inline unsigned __double2uint_rd(double v) { return pairscope::simt::integer_of<unsigned, FE_DOWNWARD>(v); }
inline long long __double2ll_rn(double v) { return pairscope::simt::integer_of<long long, FE_TONEAREST>(v); }
inline long long __double2ll_rz(double v) { return pairscope::simt::integer_of<long long, FE_TOWARDZERO>(v); }
inline long long __double2ll_ru(double v) { return pairscope::simt::integer_of<long long, FE_UPWARD>(v); }
inline long long __double2ll_rd(double v) { return pairscope::simt::integer_of<long long, FE_DOWNWARD>(v); }
inline unsigned long long __double2ull_rn(double v) {
    return pairscope::simt::integer_of<unsigned long long, FE_TONEAREST>(v);
}
inline unsigned long long __double2ull_rz(double v) {
    return pairscope::simt::integer_of<unsigned long long, FE_TOWARDZERO>(v);
}
inline unsigned long long __double2ull_ru(double v) {
    return pairscope::simt::integer_of<unsigned long long, FE_UPWARD>(v);
}
inline unsigned long long __double2ull_rd(double v) {
    return pairscope::simt::integer_of<unsigned long long, FE_DOWNWARD>(v);
}

// Whole numbers to floating point, and double to float.
inline float __int2float_rn(int v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](int x) { return static_cast<float>(x); }, v);
}
inline float __int2float_rz(int v) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](int x) { return static_cast<float>(x); }, v);
}
inline float __int2float_ru(int v) {
    return pairscope::simt::rounded<FE_UPWARD>([](int x) { return static_cast<float>(x); }, v);
}
inline float __int2float_rd(int v) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](int x) { return static_cast<float>(x); }, v);
}
inline float __uint2float_rn(unsigned v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](unsigned x) { return static_cast<float>(x); }, v);
}
inline float __uint2float_rz(unsigned v) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](unsigned x) { return static_cast<float>(x); }, v);
}
inline float __uint2float_ru(unsigned v) {
    return pairscope::simt::rounded<FE_UPWARD>([](unsigned x) { return static_cast<float>(x); }, v);
}
inline float __uint2float_rd(unsigned v) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](unsigned x) { return static_cast<float>(x); }, v);
}
inline float __ll2float_rn(long long v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](long long x) { return static_cast<float>(x); }, v);
}
inline float __ll2float_rz(long long v) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](long long x) { return static_cast<float>(x); }, v);
}
inline float __ll2float_ru(long long v) {
    return pairscope::simt::rounded<FE_UPWARD>([](long long x) { return static_cast<float>(x); }, v);
}
inline float __ll2float_rd(long long v) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](long long x) { return static_cast<float>(x); }, v);
}
inline float __ull2float_rn(unsigned long long v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](unsigned long long x) { return static_cast<float>(x); }, v);
}
inline float __ull2float_rz(unsigned long long v) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](unsigned long long x) { return static_cast<float>(x); }, v);
}
inline float __ull2float_ru(unsigned long long v) {
    return pairscope::simt::rounded<FE_UPWARD>([](unsigned long long x) { return static_cast<float>(x); }, v);
}
inline float __ull2float_rd(unsigned long long v) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](unsigned long long x) { return static_cast<float>(x); }, v);
}
inline float __double2float_rn(double v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](double x) { return static_cast<float>(x); }, v);
}
inline float __double2float_rz(double v) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](double x) { return static_cast<float>(x); }, v);
}
inline float __double2float_ru(double v) {
    return pairscope::simt::rounded<FE_UPWARD>([](double x) { return static_cast<float>(x); }, v);
}
inline float __double2float_rd(double v) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](double x) { return static_cast<float>(x); }, v);
}
inline double __int2double_rn(int v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](int x) { return static_cast<double>(x); }, v);
}
inline double __uint2double_rn(unsigned v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](unsigned x) { return static_cast<double>(x); }, v);
}
inline double __ll2double_rn(long long v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](long long x) { return static_cast<double>(x); }, v);
}
inline double __ll2double_rz(long long v) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](long long x) { return static_cast<double>(x); }, v);
}
inline double __ll2double_ru(long long v) {
    return pairscope::simt::rounded<FE_UPWARD>([](long long x) { return static_cast<double>(x); }, v);
}
inline double __ll2double_rd(long long v) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](long long x) { return static_cast<double>(x); }, v);
}
inline double __ull2double_rn(unsigned long long v) {
    return pairscope::simt::rounded<FE_TONEAREST>([](unsigned long long x) { return static_cast<double>(x); }, v);
}
inline double __ull2double_rz(unsigned long long v) {
    return pairscope::simt::rounded<FE_TOWARDZERO>([](unsigned long long x) { return static_cast<double>(x); }, v);
}
inline double __ull2double_ru(unsigned long long v) {
    return pairscope::simt::rounded<FE_UPWARD>([](unsigned long long x) { return static_cast<double>(x); }, v);
}
inline double __ull2double_rd(unsigned long long v) {
    return pairscope::simt::rounded<FE_DOWNWARD>([](unsigned long long x) { return static_cast<double>(x); }, v);
}

// Bits.
inline long long __double_as_longlong(double v) { return std::bit_cast<long long>(v); }
inline double __longlong_as_double(long long v) { return std::bit_cast<double>(v); }
inline int __double2hiint(double v) { return static_cast<int>(std::bit_cast<std::uint64_t>(v) >> 32); }
inline int __double2loint(double v) { return static_cast<int>(std::bit_cast<std::uint64_t>(v)); }
inline double __hiloint2double(int high, int low) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<unsigned>(high)) << 32 |
                                 static_cast<unsigned>(low));
}
