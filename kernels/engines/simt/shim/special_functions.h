// SPDX-License-Identifier: MIT
// CUDA's mathematics beyond C's: normal distributions, inverse error functions, Bessel functions, angles in half turns.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

namespace pairscope::simt {

/// exp(x^2) erfc(x)
inline double scaled_erfc(double x) {
    constexpr double far = 10.0;
    if (!(x >= far)) { // also a NaN
        const double square = x * x;
        return std::exp(square) * (1.0 + std::fma(x, x, -square)) * std::erfc(x);
    }
    double sum = 1.0, term = 1.0;
    for (int k = 1; k <= 12; ++k) sum += term *= -(2.0 * k - 1.0) / (2.0 * x * x);
    return sum * std::numbers::inv_sqrtpi / x;
}

/// Newton's method on the logarithm of erfc, which is concave: each step from 0 on stays right of the solution, or goes
/// there once.
inline double inverse_erfc(double y) {
    if (!(y >= 0.0 && y <= 2.0)) return std::numeric_limits<double>::quiet_NaN();
    if (y > 1.0) return -inverse_erfc(2.0 - y);
    if (y == 0.0) return std::numeric_limits<double>::infinity();
    const double wanted = std::log(y);
    double x = 0.0;
    for (int i = 0; i < 30; ++i) {
        const double scaled = scaled_erfc(x),
                     step = (std::log(scaled) - x * x - wanted) * scaled * (std::sqrt(std::numbers::pi) / 2.0);
        x += step;
        if (std::fabs(step) <= 1e-16 * std::fabs(x)) break;
    }
    return x;
}

/// 1 - |x| loses what erf has near 0, so that Newton's method starts there from the first term of the series.
inline double inverse_erf(double x) {
    if (std::fabs(x) > 0.5) return std::copysign(inverse_erfc(1.0 - std::fabs(x)), x);
    const double slope = std::sqrt(std::numbers::pi) / 2.0;
    double found = slope * x;
    for (int i = 0; i < 8; ++i) found -= (std::erf(found) - x) * slope * std::exp(found * found);
    return found;
}

/// The modified Bessel function of order 0 or 1: its series, or for large numbers the expansion in 1 / x.
inline double modified_bessel(int order, double v) {
    constexpr double far = 30.0;
    const double x = std::fabs(v), sign = order == 1 ? std::copysign(1.0, v) : 1.0;
    if (std::isinf(x)) return sign * x;
    double term = order == 1 ? x / 2.0 : 1.0, sum = term;
    if (!(x > far)) {
        for (int k = 1; k < 100; ++k) sum += term *= x * x / (4.0 * k * (k + order));
        return sign * sum;
    }
    sum = term = 1.0;
    for (int k = 1; k < 30; ++k) sum += term *= -(4.0 * order - (2.0 * k - 1.0) * (2.0 * k - 1.0)) / (8.0 * k * x);
    const double root = std::exp(x / 2.0); // exp(x) would overflow earlier
    return sign * root * (root / std::sqrt(2.0 * std::numbers::pi * x)) * sum;
}

/// The sine and the cosine of v half turns.
inline double sine_of_half_turns(double v) {
    double rest = std::remainder(v, 2.0);
    if (std::fabs(rest) > 0.5) rest = std::copysign(1.0, rest) - rest;
    return std::sin(std::numbers::pi * rest);
}
inline double cosine_of_half_turns(double v) {
    const double rest = std::fabs(std::remainder(v, 2.0));
    return rest < 0.25 ? std::cos(std::numbers::pi * rest) : std::sin(std::numbers::pi * (0.5 - rest));
}

inline double root_of_squares(int count, const double* values) {
    double length = 0.0;
    for (int k = 0; k < count; ++k) length = std::hypot(length, values[k]);
    return length;
}

} // namespace pairscope::simt

// Distributions and error functions.
inline double normcdf(double v) { return 0.5 * std::erfc(-v / std::numbers::sqrt2); }
inline float normcdff(float v) { return static_cast<float>(normcdf(static_cast<double>(v))); }
inline double normcdfinv(double v) { return -std::numbers::sqrt2 * pairscope::simt::inverse_erfc(2.0 * v); }
inline float normcdfinvf(float v) { return static_cast<float>(normcdfinv(static_cast<double>(v))); }
inline double erfcx(double v) { return pairscope::simt::scaled_erfc(v); }
inline float erfcxf(float v) { return static_cast<float>(pairscope::simt::scaled_erfc(v)); }
inline double erfinv(double v) { return pairscope::simt::inverse_erf(v); }
inline float erfinvf(float v) { return static_cast<float>(pairscope::simt::inverse_erf(v)); }
inline double erfcinv(double v) { return pairscope::simt::inverse_erfc(v); }
inline float erfcinvf(float v) { return static_cast<float>(pairscope::simt::inverse_erfc(v)); }

// Bessel functions.
inline double cyl_bessel_i0(double v) { return pairscope::simt::modified_bessel(0, v); }
inline float cyl_bessel_i0f(float v) { return static_cast<float>(pairscope::simt::modified_bessel(0, v)); }
inline double cyl_bessel_i1(double v) { return pairscope::simt::modified_bessel(1, v); }
inline float cyl_bessel_i1f(float v) { return static_cast<float>(pairscope::simt::modified_bessel(1, v)); }

// Angles in half turns.
inline double sinpi(double v) { return pairscope::simt::sine_of_half_turns(v); }
inline float sinpif(float v) { return static_cast<float>(pairscope::simt::sine_of_half_turns(v)); }
inline double cospi(double v) { return pairscope::simt::cosine_of_half_turns(v); }
inline float cospif(float v) { return static_cast<float>(pairscope::simt::cosine_of_half_turns(v)); }
inline void sincospi(double v, double* sine, double* cosine) {
    *sine = sinpi(v);
    *cosine = cospi(v);
}
inline void sincospif(float v, float* sine, float* cosine) {
    *sine = sinpif(v);
    *cosine = cospif(v);
}

// Lengths and quotients of doubles.
inline double norm(int count, const double* values) { return pairscope::simt::root_of_squares(count, values); }
inline double rnorm(int count, const double* values) { return 1.0 / norm(count, values); }
inline double norm4d(double x, double y, double z, double w) { return std::hypot(std::hypot(x, y), std::hypot(z, w)); }
inline double rnorm4d(double x, double y, double z, double w) { return 1.0 / norm4d(x, y, z, w); }
inline double rcbrt(double v) { return 1.0 / std::cbrt(v); }
inline double fdivide(double a, double b) { return a / b; }

// The smaller and the larger one, with the types in their names.
inline long long llmin(long long a, long long b) { return a < b ? a : b; }
inline long long llmax(long long a, long long b) { return a > b ? a : b; }
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }
