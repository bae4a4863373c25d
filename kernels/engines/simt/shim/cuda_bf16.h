// SPDX-License-Identifier: MIT
// Numbers of 16 bits with the exponents of float32, alone and in pairs. Each operation rounds once, to nearest, as
// CUDA's does; a NaN that comes out is 0x7fff.
#pragma once

#include "kernels/engines/simt/shim/cuda_fp16.h"
#include "kernels/engines/simt/shim/vector_types.h"
#include "kernels/engines/simt/shim/warp.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

struct __nv_bfloat16_raw {
    unsigned short x;
};

namespace pairscope::simt {
/// Rounded as the mode of <cfenv> says.
template <int mode = FE_TONEAREST> inline unsigned short bfloat_bits(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) return 0x7fff;
    const std::uint32_t rest = bits & 0xffffu, kept = bits >> 16;
    const bool is_negative = bits >> 31 != 0;
    bool grows = false; // in size
    if (mode == FE_TONEAREST) grows = rest > 0x8000u || (rest == 0x8000u && (kept & 1u) != 0);
    if (mode == FE_UPWARD) grows = rest != 0 && !is_negative;
    if (mode == FE_DOWNWARD) grows = rest != 0 && is_negative;
    if (std::isinf(value)) grows = false;
    return static_cast<unsigned short>(kept + (grows ? 1u : 0u));
}
} // namespace pairscope::simt

class __nv_bfloat16 {
public:
    __nv_bfloat16() = default;
    __nv_bfloat16(__nv_bfloat16_raw raw) : bits_(raw.x) {}
    __nv_bfloat16(float v) : bits_(pairscope::simt::bfloat_bits(v)) {}
    __nv_bfloat16(double v) : bits_(pairscope::simt::bfloat_bits(pairscope::simt::to_odd(v))) {}
    template <class Integer>
    requires std::is_integral_v<Integer> __nv_bfloat16(Integer v) : __nv_bfloat16(static_cast<double>(v)) {}
    operator __nv_bfloat16_raw() const { return {bits_}; }
    operator float() const { return std::bit_cast<float>(std::uint32_t{bits_} << 16); }
    [[nodiscard]] unsigned short bits() const { return bits_; }

private:
    unsigned short bits_;
};

/// Moved in one piece.
struct alignas(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;

    __nv_bfloat162() = default;
    __nv_bfloat162(__nv_bfloat16 in_x, __nv_bfloat16 in_y) : x(in_x), y(in_y) {}
    __attribute__((always_inline)) __nv_bfloat162(const __nv_bfloat162& other) { *this = other; }
    __attribute__((always_inline)) __nv_bfloat162& operator=(const __nv_bfloat162& other) {
        whole() = pairscope::simt::in_one_piece(static_cast<std::uint32_t>(other.whole()));
        return *this;
    }

    typedef std::uint32_t __attribute__((may_alias)) Whole;
    __forceinline__ Whole& whole() { return *reinterpret_cast<Whole*>(this); }
    __forceinline__ const Whole& whole() const { return *reinterpret_cast<const Whole*>(this); }
};
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

namespace pairscope::simt {
inline __nv_bfloat16 bfloat_with(unsigned bits) { return __nv_bfloat16_raw{static_cast<unsigned short>(bits)}; }
inline bool is_nan(__nv_bfloat16 v) { return (v.bits() & 0x7fffu) > 0x7f80u; }
} // namespace pairscope::simt

// Bits and conversions.
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 v) { return v.bits(); }
inline short __bfloat16_as_short(__nv_bfloat16 v) { return static_cast<short>(v.bits()); }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return pairscope::simt::bfloat_with(bits); }
inline __nv_bfloat16 __short_as_bfloat16(short bits) { return __ushort_as_bfloat16(static_cast<unsigned short>(bits)); }
inline float __bfloat162float(__nv_bfloat16 v) { return v; }
inline __nv_bfloat16 __float2bfloat16(float v) { return v; }
inline __nv_bfloat16 __float2bfloat16_rn(float v) { return v; }
inline __nv_bfloat16 __float2bfloat16_rz(float v) {
    return pairscope::simt::bfloat_with(pairscope::simt::bfloat_bits<FE_TOWARDZERO>(v));
}
inline __nv_bfloat16 __float2bfloat16_ru(float v) {
    return pairscope::simt::bfloat_with(pairscope::simt::bfloat_bits<FE_UPWARD>(v));
}
inline __nv_bfloat16 __float2bfloat16_rd(float v) {
    return pairscope::simt::bfloat_with(pairscope::simt::bfloat_bits<FE_DOWNWARD>(v));
}
inline __nv_bfloat16 __double2bfloat16(double v) { return v; }
inline __nv_bfloat16 __int2bfloat16_rn(int v) { return v; }
inline __nv_bfloat16 __uint2bfloat16_rn(unsigned v) { return v; }
inline int __bfloat162int_rz(__nv_bfloat16 v) { return __float2int_rz(v); }
inline int __bfloat162int_rn(__nv_bfloat16 v) { return __float2int_rn(v); }
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return {a, b}; }
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 v) { return {v, v}; }
inline __nv_bfloat162 __float2bfloat162_rn(float v) { return {v, v}; }
inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return {a, b}; }
inline __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {v.x, v.y}; }
inline float2 __bfloat1622float2(__nv_bfloat162 v) { return make_float2(v.x, v.y); }
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v) { return v.x; }
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v) { return v.y; }
inline float __low2float(__nv_bfloat162 v) { return v.x; }
inline float __high2float(__nv_bfloat162 v) { return v.y; }
inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 v) { return {v.y, v.x}; }

// Arithmetic. A double holds the exact sum or product of two such numbers of like size; to_odd() keeps the rounding
// to 16 bits the only one.
inline __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return double(float(a)) + double(float(b)); }
inline __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hadd(a.x, b.x), __hadd(a.y, b.y)}; }
inline __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return double(float(a)) - double(float(b)); }
inline __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hsub(a.x, b.x), __hsub(a.y, b.y)}; }
inline __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return double(float(a)) * double(float(b)); }
inline __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmul(a.x, b.x), __hmul(a.y, b.y)}; }
inline __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return double(float(a)) / double(float(b)); }
inline __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }
inline __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }
inline __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub(a, b); }
inline __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul(a, b); }
inline __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return double(float(a)) * double(float(b)) + double(float(c));
}
inline __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
inline __nv_bfloat16 __habs(__nv_bfloat16 v) { return pairscope::simt::bfloat_with(v.bits() & 0x7fffu); }
inline __nv_bfloat16 __hneg(__nv_bfloat16 v) { return pairscope::simt::bfloat_with(v.bits() ^ 0x8000u); }
inline __nv_bfloat162 __habs2(__nv_bfloat162 v) { return {__habs(v.x), __habs(v.y)}; }
inline __nv_bfloat162 __hneg2(__nv_bfloat162 v) { return {__hneg(v.x), __hneg(v.y)}; }
inline __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return std::fmax(float(a), float(b)); }
inline __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return std::fmin(float(a), float(b)); }
inline __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmax(a.x, b.x), __hmax(a.y, b.y)}; }
inline __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return {__hmin(a.x, b.x), __hmin(a.y, b.y)}; }
inline __nv_bfloat16 hsqrt(__nv_bfloat16 v) { return std::sqrt(double(float(v))); }
inline __nv_bfloat162 h2sqrt(__nv_bfloat162 v) { return {hsqrt(v.x), hsqrt(v.y)}; }
inline __nv_bfloat16 hrsqrt(__nv_bfloat16 v) { return 1.0 / std::sqrt(double(float(v))); }
inline __nv_bfloat162 h2rsqrt(__nv_bfloat162 v) { return {hrsqrt(v.x), hrsqrt(v.y)}; }
inline __nv_bfloat16 hrcp(__nv_bfloat16 v) { return 1.0 / double(float(v)); }
inline __nv_bfloat162 h2rcp(__nv_bfloat162 v) { return {hrcp(v.x), hrcp(v.y)}; }
inline __nv_bfloat16 hexp(__nv_bfloat16 v) { return std::exp(double(float(v))); }
inline __nv_bfloat162 h2exp(__nv_bfloat162 v) { return {hexp(v.x), hexp(v.y)}; }
inline __nv_bfloat16 hexp2(__nv_bfloat16 v) { return std::exp2(double(float(v))); }
inline __nv_bfloat162 h2exp2(__nv_bfloat162 v) { return {hexp2(v.x), hexp2(v.y)}; }
inline __nv_bfloat16 hlog(__nv_bfloat16 v) { return std::log(double(float(v))); }
inline __nv_bfloat162 h2log(__nv_bfloat162 v) { return {hlog(v.x), hlog(v.y)}; }
inline __nv_bfloat16 hlog2(__nv_bfloat16 v) { return std::log2(double(float(v))); }
inline __nv_bfloat162 h2log2(__nv_bfloat162 v) { return {hlog2(v.x), hlog2(v.y)}; }
inline __nv_bfloat16 hsin(__nv_bfloat16 v) { return std::sin(double(float(v))); }
inline __nv_bfloat162 h2sin(__nv_bfloat162 v) { return {hsin(v.x), hsin(v.y)}; }
inline __nv_bfloat16 hcos(__nv_bfloat16 v) { return std::cos(double(float(v))); }
inline __nv_bfloat162 h2cos(__nv_bfloat162 v) { return {hcos(v.x), hcos(v.y)}; }
inline __nv_bfloat16 hceil(__nv_bfloat16 v) { return std::ceil(float(v)); }
inline __nv_bfloat162 h2ceil(__nv_bfloat162 v) { return {hceil(v.x), hceil(v.y)}; }
inline __nv_bfloat16 hfloor(__nv_bfloat16 v) { return std::floor(float(v)); }
inline __nv_bfloat162 h2floor(__nv_bfloat162 v) { return {hfloor(v.x), hfloor(v.y)}; }
inline __nv_bfloat16 htrunc(__nv_bfloat16 v) { return std::trunc(float(v)); }
inline __nv_bfloat162 h2trunc(__nv_bfloat162 v) { return {htrunc(v.x), htrunc(v.y)}; }
inline __nv_bfloat16 hrint(__nv_bfloat16 v) { return std::nearbyint(float(v)); }
inline __nv_bfloat162 h2rint(__nv_bfloat162 v) { return {hrint(v.x), hrint(v.y)}; }

// Comparisons: with a NaN false.
inline bool __hisnan(__nv_bfloat16 v) { return pairscope::simt::is_nan(v); }
inline bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) == float(b); }
inline bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
inline bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) < float(b); }
inline bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
inline bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) > float(b); }
inline bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
inline bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) <= float(b); }
inline bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
inline bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return float(a) >= float(b); }
inline bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
inline bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { return !__hisnan(a) && !__hisnan(b) && float(a) != float(b); }

// Operators.
inline __nv_bfloat16 operator+(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hadd(a, b); }
inline __nv_bfloat16& operator+=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hadd(a, b); }
inline __nv_bfloat162 operator+(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hadd2(a, b); }
inline __nv_bfloat162& operator+=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __hadd2(a, b); }
inline __nv_bfloat16 operator-(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hsub(a, b); }
inline __nv_bfloat16& operator-=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hsub(a, b); }
inline __nv_bfloat162 operator-(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hsub2(a, b); }
inline __nv_bfloat162& operator-=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __hsub2(a, b); }
inline __nv_bfloat16 operator*(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hmul(a, b); }
inline __nv_bfloat16& operator*=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hmul(a, b); }
inline __nv_bfloat162 operator*(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __hmul2(a, b); }
inline __nv_bfloat162& operator*=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __hmul2(a, b); }
inline __nv_bfloat16 operator/(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hdiv(a, b); }
inline __nv_bfloat16& operator/=(__nv_bfloat16& a, const __nv_bfloat16& b) { return a = __hdiv(a, b); }
inline __nv_bfloat162 operator/(const __nv_bfloat162& a, const __nv_bfloat162& b) { return __h2div(a, b); }
inline __nv_bfloat162& operator/=(__nv_bfloat162& a, const __nv_bfloat162& b) { return a = __h2div(a, b); }
inline __nv_bfloat16 operator-(const __nv_bfloat16& v) { return __hneg(v); }
inline __nv_bfloat162 operator-(const __nv_bfloat162& v) { return __hneg2(v); }
inline bool operator==(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __heq(a, b); }
inline bool operator<(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hlt(a, b); }
inline bool operator>(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hgt(a, b); }
inline bool operator<=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hle(a, b); }
inline bool operator>=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return __hge(a, b); }
inline bool operator!=(const __nv_bfloat16& a, const __nv_bfloat16& b) { return !__heq(a, b); }

// Shuffles.
inline __nv_bfloat16 __shfl_sync(unsigned mask, __nv_bfloat16 v, int lane, int width = 32) {
    return pairscope::simt::bfloat_with(__shfl_sync(mask, unsigned{v.bits()}, lane, width));
}
inline __nv_bfloat16 __shfl_up_sync(unsigned mask, __nv_bfloat16 v, unsigned delta, int width = 32) {
    return pairscope::simt::bfloat_with(__shfl_up_sync(mask, unsigned{v.bits()}, delta, width));
}
inline __nv_bfloat16 __shfl_down_sync(unsigned mask, __nv_bfloat16 v, unsigned delta, int width = 32) {
    return pairscope::simt::bfloat_with(__shfl_down_sync(mask, unsigned{v.bits()}, delta, width));
}
inline __nv_bfloat16 __shfl_xor_sync(unsigned mask, __nv_bfloat16 v, int lanes, int width = 32) {
    return pairscope::simt::bfloat_with(__shfl_xor_sync(mask, unsigned{v.bits()}, lanes, width));
}
