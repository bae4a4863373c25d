// SPDX-License-Identifier: MIT
// Halves as far as kernels use them: conversions, rounded to nearest.
#pragma once

#include "kernels/core/entry.h"
#include "kernels/simt/shim/qualifiers.h"

struct __half2_raw {
    unsigned short x, y;
};

class __half {
public:
    __half() = default;
    explicit __half(unsigned short bits) : bits_(bits) {}
    [[nodiscard]] unsigned short bits() const { return bits_; }

private:
    unsigned short bits_ = 0;
};

struct __half2 {
    __half x, y;
    operator __half2_raw() const { return {x.bits(), y.bits()}; }
};

__forceinline__ unsigned short __half_as_ushort(__half v) { return v.bits(); }
__forceinline__ __half __ushort_as_half(unsigned short bits) { return __half(bits); }
__forceinline__ __half __float2half_rn(float v) { return __half(pairscope::half_of(v)); }
__forceinline__ float __half2float(__half v) { return pairscope::float_of_half(v.bits()); }
__forceinline__ __half2 __floats2half2_rn(float first, float second) {
    return {__float2half_rn(first), __float2half_rn(second)};
}
