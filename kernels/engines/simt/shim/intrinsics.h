// SPDX-License-Identifier: MIT
// CUDA's functions of single threads: loads and stores with a policy, time, and mathematics. Results are those of IEEE
// arithmetic, also where a GPU's are approximate: there they agree within the tolerance of the GPU's function.
#pragma once

#include "kernels/engines/simt/shim/bits.h"
#include "kernels/engines/simt/shim/qualifiers.h"
#include "kernels/engines/simt/shim/rounding.h"
#include "kernels/engines/simt/shim/vector_types.h"

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <numbers>
#include <type_traits>

// Loads and stores with a cache policy: the same access.
template <class T> __forceinline__ T __ldg(const T* p) {
    pairscope::simt::note_ldg(p, sizeof(T));
    return *p;
}
template <class T> __forceinline__ T __ldcs(const T* p) { return *p; }
template <class T> __forceinline__ T __ldcg(const T* p) { return *p; }
template <class T> __forceinline__ T __ldca(const T* p) { return *p; }
template <class T> __forceinline__ T __ldlu(const T* p) { return *p; }
template <class T> __forceinline__ T __ldcv(const T* p) { return *p; }
template <class T> __forceinline__ void __stcs(T* p, std::type_identity_t<T> v) { *p = v; }
template <class T> __forceinline__ void __stcg(T* p, std::type_identity_t<T> v) { *p = v; }
template <class T> __forceinline__ void __stwt(T* p, std::type_identity_t<T> v) { *p = v; }
template <class T> __forceinline__ void __stwb(T* p, std::type_identity_t<T> v) { *p = v; }

inline int __dp4a(char4 a, char4 b, int c) { return __dp4a(static_cast<int>(a.whole), static_cast<int>(b.whole), c); }
inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) { return __dp4a(a.whole, b.whole, c); }

// Time. clock() is that of C.
inline long long clock64() {
    std::timespec now{};
    std::timespec_get(&now, TIME_UTC);
    return 1000000000LL * now.tv_sec + now.tv_nsec;
}
inline void __nanosleep(unsigned) {}

namespace pairscope::simt {
/// The root of the sum of squares. One infinite coordinate makes it infinite, also beside a NaN.
template <class... T> inline double length(T... v) {
    if ((std::isinf(v) || ...)) return std::numeric_limits<double>::infinity();
    return std::sqrt(((static_cast<double>(v) * static_cast<double>(v)) + ...));
}
template <class T> inline double length_of_array(int count, const T* values) {
    double sum = 0.0;
    bool infinite = false;
    for (int k = 0; k < count; ++k) {
        sum += static_cast<double>(values[k]) * static_cast<double>(values[k]);
        infinite = infinite || std::isinf(values[k]);
    }
    return infinite ? std::numeric_limits<double>::infinity() : std::sqrt(sum);
}
inline float single(double v) { return static_cast<float>(v); }
} // namespace pairscope::simt

// Roots and lengths.
inline float rsqrtf(float v) { return 1.0f / std::sqrt(v); }
inline double rsqrt(double v) { return 1.0 / std::sqrt(v); }
inline float __frsqrt_rn(float v) { return pairscope::simt::single(1.0 / std::sqrt(static_cast<double>(v))); }
inline float rcbrtf(float v) { return pairscope::simt::single(1.0 / std::cbrt(static_cast<double>(v))); }
inline float rhypotf(float x, float y) { return pairscope::simt::single(1.0 / pairscope::simt::length(x, y)); }
inline float norm3df(float x, float y, float z) { return pairscope::simt::single(pairscope::simt::length(x, y, z)); }
inline float norm4df(float x, float y, float z, float w) {
    return pairscope::simt::single(pairscope::simt::length(x, y, z, w));
}
inline float rnorm3df(float x, float y, float z) {
    return pairscope::simt::single(1.0 / pairscope::simt::length(x, y, z));
}
inline float rnorm4df(float x, float y, float z, float w) {
    return pairscope::simt::single(1.0 / pairscope::simt::length(x, y, z, w));
}
inline float normf(int count, const float* values) {
    return pairscope::simt::single(pairscope::simt::length_of_array(count, values));
}
inline float rnormf(int count, const float* values) {
    return pairscope::simt::single(1.0 / pairscope::simt::length_of_array(count, values));
}
inline double rhypot(double x, double y) { return 1.0 / std::hypot(x, y); }
inline double norm3d(double x, double y, double z) { return std::hypot(x, y, z); }
inline double rnorm3d(double x, double y, double z) { return 1.0 / std::hypot(x, y, z); }

// Quotients, powers, logarithms, angles.
inline float fdividef(float a, float b) { return a / b; }
inline float __fdividef(float a, float b) { return a / b; }
inline float __expf(float v) { return std::exp(v); }
inline float __exp10f(float v) { return std::pow(10.0f, v); }
inline float __logf(float v) { return std::log(v); }
inline float __log2f(float v) { return std::log2(v); }
inline float __log10f(float v) { return std::log10(v); }
inline float __powf(float a, float b) { return std::pow(a, b); }
inline float __sinf(float v) { return std::sin(v); }
inline float __cosf(float v) { return std::cos(v); }
inline float __tanf(float v) { return std::tan(v); }
inline void __sincosf(float v, float* sine, float* cosine) {
    *sine = std::sin(v);
    *cosine = std::cos(v);
}
inline float __saturatef(float v) { return v > 0.0f ? (v < 1.0f ? v : 1.0f) : 0.0f; }
