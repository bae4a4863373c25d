// SPDX-License-Identifier: MIT
// Arithmetic on halves, alone and in pairs. Each operation rounds once, to nearest, as CUDA's does; a NaN that comes
// out is 0x7fff.
#pragma once

#include "kernels/engines/simt/shim/half.h"
#include "kernels/engines/simt/shim/half_conversions.h"
#include "kernels/engines/simt/shim/warp.h"

#include <cmath>
#include <cstdint>

// Arithmetic. A float32 holds enough of a sum, a product, a quotient or a root of halves for one rounding to be the
// last.
inline __half __hadd(__half a, __half b) { return float(a) + float(b); }
inline __half2 __hadd2(__half2 a, __half2 b) {
    return pairscope::simt::of_both(a, b, [](__half x, __half y) { return __hadd(x, y); });
}
inline __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }
inline __half2 __hadd2_rn(__half2 a, __half2 b) { return __hadd2(a, b); }
inline __half __hadd_sat(__half a, __half b) { return pairscope::simt::saturated(__hadd(a, b)); }
inline __half2 __hadd2_sat(__half2 a, __half2 b) {
    return pairscope::simt::of_both(__hadd2(a, b), pairscope::simt::saturated);
}
inline __half __hsub(__half a, __half b) { return float(a) - float(b); }
inline __half2 __hsub2(__half2 a, __half2 b) {
    return pairscope::simt::of_both(a, b, [](__half x, __half y) { return __hsub(x, y); });
}
inline __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }
inline __half2 __hsub2_rn(__half2 a, __half2 b) { return __hsub2(a, b); }
inline __half __hsub_sat(__half a, __half b) { return pairscope::simt::saturated(__hsub(a, b)); }
inline __half2 __hsub2_sat(__half2 a, __half2 b) {
    return pairscope::simt::of_both(__hsub2(a, b), pairscope::simt::saturated);
}
inline __half __hmul(__half a, __half b) { return float(a) * float(b); }
inline __half2 __hmul2(__half2 a, __half2 b) {
    return pairscope::simt::of_both(a, b, [](__half x, __half y) { return __hmul(x, y); });
}
inline __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }
inline __half2 __hmul2_rn(__half2 a, __half2 b) { return __hmul2(a, b); }
inline __half __hmul_sat(__half a, __half b) { return pairscope::simt::saturated(__hmul(a, b)); }
inline __half2 __hmul2_sat(__half2 a, __half2 b) {
    return pairscope::simt::of_both(__hmul2(a, b), pairscope::simt::saturated);
}
inline __half __hdiv(__half a, __half b) { return float(a) / float(b); }
inline __half2 __h2div(__half2 a, __half2 b) {
    return pairscope::simt::of_both(a, b, [](__half x, __half y) { return __hdiv(x, y); });
}
/// A double holds the product of two halves, and enough of a sum with a third for one rounding to be the last.
inline __half __hfma(__half a, __half b, __half c) { return double(float(a)) * double(float(b)) + double(float(c)); }
inline __half __hfma_sat(__half a, __half b, __half c) { return pairscope::simt::saturated(__hfma(a, b, c)); }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
inline __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) {
    return pairscope::simt::of_both(__hfma2(a, b, c), pairscope::simt::saturated);
}
inline __half __habs(__half v) { return pairscope::simt::half_with(v.bits() & 0x7fffu); }
inline __half __hneg(__half v) { return pairscope::simt::half_with(v.bits() ^ 0x8000u); }
inline __half2 __habs2(__half2 v) { return pairscope::simt::of_both(v, __habs); }
inline __half2 __hneg2(__half2 v) { return pairscope::simt::of_both(v, __hneg); }
inline __half __hmax(__half a, __half b) {
    return pairscope::simt::chosen(a, b, [](int x, int y) { return x >= y; });
}
inline __half __hmin(__half a, __half b) {
    return pairscope::simt::chosen(a, b, [](int x, int y) { return x <= y; });
}
inline __half2 __hmax2(__half2 a, __half2 b) { return pairscope::simt::of_both(a, b, __hmax); }
inline __half2 __hmin2(__half2 a, __half2 b) { return pairscope::simt::of_both(a, b, __hmin); }
inline __half __hmax_nan(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) ? pairscope::simt::half_with(0x7fff) : __hmax(a, b);
}
inline __half2 __hmax2_nan(__half2 a, __half2 b) { return pairscope::simt::of_both(a, b, __hmax_nan); }
inline __half __hmin_nan(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) ? pairscope::simt::half_with(0x7fff) : __hmin(a, b);
}
inline __half2 __hmin2_nan(__half2 a, __half2 b) { return pairscope::simt::of_both(a, b, __hmin_nan); }
inline __half hsqrt(__half v) { return std::sqrt(float(v)); }
inline __half2 h2sqrt(__half2 v) { return pairscope::simt::of_both(v, hsqrt); }
inline __half hrsqrt(__half v) { return 1.0 / std::sqrt(static_cast<double>(float(v))); }
inline __half2 h2rsqrt(__half2 v) { return pairscope::simt::of_both(v, hrsqrt); }
inline __half hrcp(__half v) { return 1.0f / float(v); }
inline __half2 h2rcp(__half2 v) { return pairscope::simt::of_both(v, hrcp); }
inline __half hceil(__half v) { return std::ceil(float(v)); }
inline __half2 h2ceil(__half2 v) { return pairscope::simt::of_both(v, hceil); }
inline __half hfloor(__half v) { return std::floor(float(v)); }
inline __half2 h2floor(__half2 v) { return pairscope::simt::of_both(v, hfloor); }
inline __half htrunc(__half v) { return std::trunc(float(v)); }
inline __half2 h2trunc(__half2 v) { return pairscope::simt::of_both(v, htrunc); }
inline __half hrint(__half v) { return std::nearbyint(float(v)); }
inline __half2 h2rint(__half2 v) { return pairscope::simt::of_both(v, hrint); }

// Comparisons: with a NaN false, those that end in u true.
inline bool __hisnan(__half v) { return pairscope::simt::is_nan(v); }
inline int __hisinf(__half v) { return v.bits() == 0x7c00 ? 1 : v.bits() == 0xfc00 ? -1 : 0; }
inline bool __heq(__half a, __half b) { return float(a) == float(b); }
inline bool __hequ(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) || float(a) == float(b);
}
inline __half2 __heq2(__half2 a, __half2 b) { return {__half(float(__heq(a.x, b.x))), __half(float(__heq(a.y, b.y)))}; }
inline bool __hbeq2(__half2 a, __half2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
inline unsigned __heq2_mask(__half2 a, __half2 b) {
    return (__heq(a.x, b.x) ? 0xffffu : 0u) | (__heq(a.y, b.y) ? 0xffff0000u : 0u);
}
inline __half2 __hequ2(__half2 a, __half2 b) {
    return {__half(float(__hequ(a.x, b.x))), __half(float(__hequ(a.y, b.y)))};
}
inline bool __hbequ2(__half2 a, __half2 b) { return __hequ(a.x, b.x) && __hequ(a.y, b.y); }
inline unsigned __hequ2_mask(__half2 a, __half2 b) {
    return (__hequ(a.x, b.x) ? 0xffffu : 0u) | (__hequ(a.y, b.y) ? 0xffff0000u : 0u);
}
inline bool __hlt(__half a, __half b) { return float(a) < float(b); }
inline bool __hltu(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) || float(a) < float(b);
}
inline __half2 __hlt2(__half2 a, __half2 b) { return {__half(float(__hlt(a.x, b.x))), __half(float(__hlt(a.y, b.y)))}; }
inline bool __hblt2(__half2 a, __half2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
inline unsigned __hlt2_mask(__half2 a, __half2 b) {
    return (__hlt(a.x, b.x) ? 0xffffu : 0u) | (__hlt(a.y, b.y) ? 0xffff0000u : 0u);
}
inline __half2 __hltu2(__half2 a, __half2 b) {
    return {__half(float(__hltu(a.x, b.x))), __half(float(__hltu(a.y, b.y)))};
}
inline bool __hbltu2(__half2 a, __half2 b) { return __hltu(a.x, b.x) && __hltu(a.y, b.y); }
inline unsigned __hltu2_mask(__half2 a, __half2 b) {
    return (__hltu(a.x, b.x) ? 0xffffu : 0u) | (__hltu(a.y, b.y) ? 0xffff0000u : 0u);
}
inline bool __hgt(__half a, __half b) { return float(a) > float(b); }
inline bool __hgtu(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) || float(a) > float(b);
}
inline __half2 __hgt2(__half2 a, __half2 b) { return {__half(float(__hgt(a.x, b.x))), __half(float(__hgt(a.y, b.y)))}; }
inline bool __hbgt2(__half2 a, __half2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
inline unsigned __hgt2_mask(__half2 a, __half2 b) {
    return (__hgt(a.x, b.x) ? 0xffffu : 0u) | (__hgt(a.y, b.y) ? 0xffff0000u : 0u);
}
inline __half2 __hgtu2(__half2 a, __half2 b) {
    return {__half(float(__hgtu(a.x, b.x))), __half(float(__hgtu(a.y, b.y)))};
}
inline bool __hbgtu2(__half2 a, __half2 b) { return __hgtu(a.x, b.x) && __hgtu(a.y, b.y); }
inline unsigned __hgtu2_mask(__half2 a, __half2 b) {
    return (__hgtu(a.x, b.x) ? 0xffffu : 0u) | (__hgtu(a.y, b.y) ? 0xffff0000u : 0u);
}
inline bool __hle(__half a, __half b) { return float(a) <= float(b); }
inline bool __hleu(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) || float(a) <= float(b);
}
inline __half2 __hle2(__half2 a, __half2 b) { return {__half(float(__hle(a.x, b.x))), __half(float(__hle(a.y, b.y)))}; }
inline bool __hble2(__half2 a, __half2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
inline unsigned __hle2_mask(__half2 a, __half2 b) {
    return (__hle(a.x, b.x) ? 0xffffu : 0u) | (__hle(a.y, b.y) ? 0xffff0000u : 0u);
}
inline __half2 __hleu2(__half2 a, __half2 b) {
    return {__half(float(__hleu(a.x, b.x))), __half(float(__hleu(a.y, b.y)))};
}
inline bool __hbleu2(__half2 a, __half2 b) { return __hleu(a.x, b.x) && __hleu(a.y, b.y); }
inline unsigned __hleu2_mask(__half2 a, __half2 b) {
    return (__hleu(a.x, b.x) ? 0xffffu : 0u) | (__hleu(a.y, b.y) ? 0xffff0000u : 0u);
}
inline bool __hge(__half a, __half b) { return float(a) >= float(b); }
inline bool __hgeu(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) || float(a) >= float(b);
}
inline __half2 __hge2(__half2 a, __half2 b) { return {__half(float(__hge(a.x, b.x))), __half(float(__hge(a.y, b.y)))}; }
inline bool __hbge2(__half2 a, __half2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
inline unsigned __hge2_mask(__half2 a, __half2 b) {
    return (__hge(a.x, b.x) ? 0xffffu : 0u) | (__hge(a.y, b.y) ? 0xffff0000u : 0u);
}
inline __half2 __hgeu2(__half2 a, __half2 b) {
    return {__half(float(__hgeu(a.x, b.x))), __half(float(__hgeu(a.y, b.y)))};
}
inline bool __hbgeu2(__half2 a, __half2 b) { return __hgeu(a.x, b.x) && __hgeu(a.y, b.y); }
inline unsigned __hgeu2_mask(__half2 a, __half2 b) {
    return (__hgeu(a.x, b.x) ? 0xffffu : 0u) | (__hgeu(a.y, b.y) ? 0xffff0000u : 0u);
}
inline bool __hne(__half a, __half b) {
    return !(pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b)) && float(a) != float(b);
}
inline bool __hneu(__half a, __half b) {
    return pairscope::simt::is_nan(a) || pairscope::simt::is_nan(b) || float(a) != float(b);
}
inline __half2 __hne2(__half2 a, __half2 b) { return {__half(float(__hne(a.x, b.x))), __half(float(__hne(a.y, b.y)))}; }
inline bool __hbne2(__half2 a, __half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
inline unsigned __hne2_mask(__half2 a, __half2 b) {
    return (__hne(a.x, b.x) ? 0xffffu : 0u) | (__hne(a.y, b.y) ? 0xffff0000u : 0u);
}
inline __half2 __hneu2(__half2 a, __half2 b) {
    return {__half(float(__hneu(a.x, b.x))), __half(float(__hneu(a.y, b.y)))};
}
inline bool __hbneu2(__half2 a, __half2 b) { return __hneu(a.x, b.x) && __hneu(a.y, b.y); }
inline unsigned __hneu2_mask(__half2 a, __half2 b) {
    return (__hneu(a.x, b.x) ? 0xffffu : 0u) | (__hneu(a.y, b.y) ? 0xffff0000u : 0u);
}
inline __half2 __hisnan2(__half2 v) { return {__half(float(__hisnan(v.x))), __half(float(__hisnan(v.y)))}; }

// Operators.
inline __half operator+(const __half& a, const __half& b) { return __hadd(a, b); }
inline __half& operator+=(__half& a, const __half& b) { return a = __hadd(a, b); }
inline __half operator-(const __half& a, const __half& b) { return __hsub(a, b); }
inline __half& operator-=(__half& a, const __half& b) { return a = __hsub(a, b); }
inline __half operator*(const __half& a, const __half& b) { return __hmul(a, b); }
inline __half& operator*=(__half& a, const __half& b) { return a = __hmul(a, b); }
inline __half operator/(const __half& a, const __half& b) { return __hdiv(a, b); }
inline __half& operator/=(__half& a, const __half& b) { return a = __hdiv(a, b); }
inline __half operator-(const __half& v) { return __hneg(v); }
inline __half operator+(const __half& v) { return v; }
inline bool operator==(const __half& a, const __half& b) { return __heq(a, b); }
inline bool operator!=(const __half& a, const __half& b) { return __hneu(a, b); }
inline bool operator<(const __half& a, const __half& b) { return __hlt(a, b); }
inline bool operator>(const __half& a, const __half& b) { return __hgt(a, b); }
inline bool operator<=(const __half& a, const __half& b) { return __hle(a, b); }
inline bool operator>=(const __half& a, const __half& b) { return __hge(a, b); }
inline __half2 operator+(const __half2& a, const __half2& b) { return __hadd2(a, b); }
inline __half2& operator+=(__half2& a, const __half2& b) { return a = __hadd2(a, b); }
inline __half2 operator-(const __half2& a, const __half2& b) { return __hsub2(a, b); }
inline __half2& operator-=(__half2& a, const __half2& b) { return a = __hsub2(a, b); }
inline __half2 operator*(const __half2& a, const __half2& b) { return __hmul2(a, b); }
inline __half2& operator*=(__half2& a, const __half2& b) { return a = __hmul2(a, b); }
inline __half2 operator/(const __half2& a, const __half2& b) { return __h2div(a, b); }
inline __half2& operator/=(__half2& a, const __half2& b) { return a = __h2div(a, b); }
inline __half2 operator-(const __half2& v) { return __hneg2(v); }
inline __half2 operator+(const __half2& v) { return v; }
inline bool operator==(const __half2& a, const __half2& b) { return __hbeq2(a, b); }
inline bool operator!=(const __half2& a, const __half2& b) { return __hbneu2(a, b); }
inline bool operator<(const __half2& a, const __half2& b) { return __hblt2(a, b); }
inline bool operator>(const __half2& a, const __half2& b) { return __hbgt2(a, b); }
inline bool operator<=(const __half2& a, const __half2& b) { return __hble2(a, b); }
inline bool operator>=(const __half2& a, const __half2& b) { return __hbge2(a, b); }

// Shuffles.
inline __half __shfl_sync(unsigned mask, __half v, int lane, int width = 32) {
    return pairscope::simt::half_with(__shfl_sync(mask, unsigned{v.bits()}, lane, width));
}
inline __half2 __shfl_sync(unsigned mask, __half2 v, int lane, int width = 32) {
    __half2 result;
    result.whole() = __shfl_sync(mask, std::uint32_t{v.whole()}, lane, width);
    return result;
}
inline __half __shfl_up_sync(unsigned mask, __half v, unsigned delta, int width = 32) {
    return pairscope::simt::half_with(__shfl_up_sync(mask, unsigned{v.bits()}, delta, width));
}
inline __half2 __shfl_up_sync(unsigned mask, __half2 v, unsigned delta, int width = 32) {
    __half2 result;
    result.whole() = __shfl_up_sync(mask, std::uint32_t{v.whole()}, delta, width);
    return result;
}
inline __half __shfl_down_sync(unsigned mask, __half v, unsigned delta, int width = 32) {
    return pairscope::simt::half_with(__shfl_down_sync(mask, unsigned{v.bits()}, delta, width));
}
inline __half2 __shfl_down_sync(unsigned mask, __half2 v, unsigned delta, int width = 32) {
    __half2 result;
    result.whole() = __shfl_down_sync(mask, std::uint32_t{v.whole()}, delta, width);
    return result;
}
inline __half __shfl_xor_sync(unsigned mask, __half v, int lanes, int width = 32) {
    return pairscope::simt::half_with(__shfl_xor_sync(mask, unsigned{v.bits()}, lanes, width));
}
inline __half2 __shfl_xor_sync(unsigned mask, __half2 v, int lanes, int width = 32) {
    __half2 result;
    result.whole() = __shfl_xor_sync(mask, std::uint32_t{v.whole()}, lanes, width);
    return result;
}
