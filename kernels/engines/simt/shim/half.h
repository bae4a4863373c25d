// SPDX-License-Identifier: MIT
// The types of halves, alone and in pairs, and how a number is rounded to one.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"
#include "kernels/engines/simt/shim/rounding.h"
#include "kernels/engines/simt/shim/vector_types.h"
#include "kernels/ladder/entry.h"

#include <bit>
#include <cmath>
#include <cstdint>

struct __half_raw {
    unsigned short x;
};
struct __half2_raw {
    unsigned short x, y;
};

namespace pairscope::simt {

/// The nearest float32, or of two the one with an odd last bit: then a second rounding, to a half, goes as one would.
inline float to_odd(double value) {
    auto result = static_cast<float>(value);
    const double back = result;
    if (back == value || std::isnan(value)) return result;
    if (std::fabs(back) > std::fabs(value)) result = std::nextafter(result, 0.0f);
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(result) | 1u);
}

/// Rounded as the mode of <cfenv> says.
template <int mode> inline std::uint16_t half_bits(double value) {
    const std::uint16_t bits = half_of(to_odd(value));
    if (mode == FE_TONEAREST || std::isnan(value)) return bits;
    const double back = float_of_half(bits), size = std::fabs(value), size_back = std::fabs(back);
    const bool away = mode == FE_UPWARD ? value > 0.0 : mode == FE_DOWNWARD ? value < 0.0 : false;
    if (away && size_back < size) return static_cast<std::uint16_t>(bits + 1);
    if (!away && size_back > size) return static_cast<std::uint16_t>(bits - 1);
    return bits;
}

} // namespace pairscope::simt

class __half {
public:
    __half() = default;
    __half(__half_raw raw) : bits_(raw.x) {}
    __half(float v) : bits_(pairscope::half_of(v)) {}
    __half(double v) : bits_(pairscope::simt::half_bits<FE_TONEAREST>(v)) {}
    template <class Integer>
    requires std::is_integral_v<Integer> __half(Integer v) : __half(static_cast<double>(v)) {}
    operator __half_raw() const { return {bits_}; }
    operator float() const { return pairscope::float_of_half(bits_); }
    [[nodiscard]] unsigned short bits() const { return bits_; }

private:
    unsigned short bits_;
};

/// Moved in one piece.
struct alignas(4) __half2 {
    __half x, y;

    __half2() = default;
    __half2(__half in_x, __half in_y) : x(in_x), y(in_y) {}
    __half2(__half2_raw raw) : x(__half_raw{raw.x}), y(__half_raw{raw.y}) {}
    __attribute__((always_inline)) __half2(const __half2& other) { *this = other; }
    __attribute__((always_inline)) __half2& operator=(const __half2& other) {
        whole() = pairscope::simt::in_one_piece(static_cast<std::uint32_t>(other.whole()));
        return *this;
    }
    operator __half2_raw() const { return {x.bits(), y.bits()}; }

    typedef std::uint32_t __attribute__((may_alias)) Whole;
    __forceinline__ Whole& whole() { return *reinterpret_cast<Whole*>(this); }
    __forceinline__ const Whole& whole() const { return *reinterpret_cast<const Whole*>(this); }
};
using half = __half;
using half2 = __half2;

namespace pairscope::simt {
inline __half half_with(unsigned bits) { return __half_raw{static_cast<unsigned short>(bits)}; }
template <class Change> inline __half2 of_both(__half2 a, Change change) { return {change(a.x), change(a.y)}; }
template <class Change> inline __half2 of_both(__half2 a, __half2 b, Change change) {
    return {change(a.x, b.x), change(a.y, b.y)};
}
inline __half saturated(__half v) {
    const float value = v;
    return value > 0.0f ? (value < 1.0f ? v : __half(1.0f)) : __half(0.0f); // a NaN becomes 0
}
inline bool is_nan(__half v) { return (v.bits() & 0x7fffu) > 0x7c00u; }
/// Returns whichever of the two `first_wins` chooses. -0 is less than 0, and a number is preferred to a NaN.
template <class Wins> inline __half chosen(__half a, __half b, Wins first_wins) {
    if (is_nan(a) && is_nan(b)) return half_with(0x7fff);
    if (is_nan(a)) return b;
    if (is_nan(b)) return a;
    const auto order = [](__half v) { // as whole numbers
        const int magnitude = v.bits() & 0x7fff;
        return (v.bits() & 0x8000) != 0 ? -magnitude - 1 : magnitude;
    };
    return first_wins(order(a), order(b)) ? a : b;
}
} // namespace pairscope::simt
