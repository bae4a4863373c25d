// SPDX-License-Identifier: MIT
#include "kernels/neighbours/exact/pair_sums.h"

#include "kernels/neighbours/exact/wide.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace pairscope::neighbours {
namespace {

using Vector = std::span<const double>;

/// |a - b| / (|a| + |b|) in two doubles, for sizes with which no product overflows or underflows.
Wide relative_difference(double a, double b) {
    const Wide difference = wide_sum(a, -b), sizes = wide_sum(std::abs(a), std::abs(b));
    const double sign = difference.high < 0.0 ? -1.0 : 1.0, high = sign * difference.high, low = sign * difference.low;
    const double divisor = sizes.high == 0.0 ? 1.0 : sizes.high, quotient = high / divisor;
    const Wide product = wide_product(quotient, divisor);
    const double rest = (((high - product.high) - product.low) + low) - quotient * sizes.low;
    return {quotient, rest / divisor};
}
/// For all numbers.
Wide any_relative_difference(double a, double b) {
    const double largest = std::max(std::abs(a), std::abs(b));
    if (largest == 0.0) return {};
    if (!std::isfinite(a - a + b - b)) return {std::numeric_limits<double>::quiet_NaN(), 0.0};
    const int exponent = -std::ilogb(largest);
    return relative_difference(std::ldexp(a, exponent), std::ldexp(b, exponent));
}
bool have_moderate_sizes(Vector a, Vector b) {
    double least = 1.0, most = 1.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double sizes = std::abs(a[k]) + std::abs(b[k]), counted = sizes == 0.0 ? 1.0 : sizes;
        least = counted < least ? counted : least;
        most = counted <= most ? most : counted; // also NaN
    }
    constexpr double small = 0x1p-300, large = 0x1p300;
    return least >= small && most <= large;
}

/// A power with a whole exponent above 0.
Wide whole_power(const Wide& base, int exponent) {
    Wide power{1.0, 0.0}, square = base;
    for (int left = exponent;; square = wide_product(square, square)) {
        if ((left & 1) != 0) power = power.high == 1.0 && power.low == 0.0 ? square : wide_product(power, square);
        left >>= 1;
        if (left == 0) return power;
    }
}

/// The root of a number from 1 on in two doubles, by one step of Newton's method from the root in double.
Wide root_of(const Wide& number, int exponent) {
    const double about = std::pow(number.high, 1.0 / exponent);
    const Wide power = whole_power({about, 0.0}, exponent);
    const double beyond = (power.high - number.high) + (power.low - number.low);
    return joined_parts(about, -beyond * about / (exponent * power.high));
}

/// Differences are multiplied by 2^shift, which makes the largest one a number from 1 to 2: no power of it overflows.
class ScaledDifferences {
public:
    ScaledDifferences(Vector a, Vector b, int shift)
        : a_(a), b_(b), first_(std::ldexp(1.0, shift / 2)), second_(std::ldexp(1.0, shift - shift / 2)) {}
    [[nodiscard]] std::size_t count() const { return a_.size(); }
    [[nodiscard]] Wide size(std::size_t k) const {
        const Wide size = wide_size(wide_sum(a_[k], -b_[k]));
        return {size.high * first_ * second_, size.low * first_ * second_};
    }

private:
    Vector a_, b_;
    double first_, second_; ///< their product may be too large for a double
};

double whole_minkowski(const ScaledDifferences& differences, int exponent) {
    const double vanishing = std::exp2(-800.0 / exponent); // its power is 2^-800
    const SumOfTerms sum(differences.count(), [&](std::size_t k) {
        const Wide size = differences.size(k);
        return size.high >= vanishing ? whole_power(size, exponent) : Wide{std::pow(size.high, exponent), 0.0};
    });
    constexpr double of_root = 0x1p-90;
    const Wide root = root_of(sum.about(), exponent);
    if (const auto nearest = rounded_within(root, root.high * of_root + root.high * (sum.error() / sum.about().high)))
        return *nearest;
    return root_of(sum.wide(), exponent).high;
}

/// What a place adds to the divergence of two distributions, twice.
double divergence_at(double x, double y) {
    const double middle = 0.5 * (x + y), apart = 0.5 * (x - y);
    if (std::abs(apart) < 0.03 * middle) { // the logarithms would cancel: their series in t = apart / middle
        const double square = apart / middle * (apart / middle);
        return middle * square * (1.0 + square * (1.0 / 6 + square * (1.0 / 15 + square * (1.0 / 28))));
    }
    return (x > 0.0 ? x * std::log(x / middle) : 0.0) + (y > 0.0 ? y * std::log(y / middle) : 0.0);
}

} // namespace

double canberra_distance(Vector a, Vector b) {
    if (have_moderate_sizes(a, b))
        return SumOfTerms(a.size(), [&](std::size_t k) { return relative_difference(a[k], b[k]); }).rounded();
    return SumOfTerms(a.size(), [&](std::size_t k) { return any_relative_difference(a[k], b[k]); }).rounded();
}

double bray_curtis_distance(Vector a, Vector b) {
    const SumOfTerms differences(a.size(), [&](std::size_t k) { return Wide{std::abs(a[k] - b[k]), 0.0}; });
    const SumOfTerms sums(a.size(), [&](std::size_t k) { return Wide{std::abs(a[k] + b[k]), 0.0}; });
    return differences.rounded() / sums.rounded();
}

double canberra_of_rows(Vector a, Vector b, Vector) { return canberra_distance(a, b); }
double bray_curtis_of_rows(Vector a, Vector b, Vector) { return bray_curtis_distance(a, b); }

double minkowski_distance(Vector a, Vector b, double exponent) {
    double largest = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double size = std::abs(a[k] - b[k]);
        if (std::isnan(size)) return size;
        largest = std::max(largest, size);
    }
    if (largest == 0.0 || std::isinf(largest)) return largest;
    const int shift = -std::ilogb(largest);
    const ScaledDifferences differences(a, b, shift);
    if (exponent == std::floor(exponent))
        return std::ldexp(whole_minkowski(differences, static_cast<int>(exponent)), -shift);
    const SumOfTerms sum(a.size(), [&](std::size_t k) {
        return Wide{std::pow(differences.size(k).high, exponent), 0.0};
    });
    return std::ldexp(std::pow(sum.rounded(), 1.0 / exponent), -shift);
}

double jensen_shannon_distance(Vector a, Vector b) {
    bool is_apart = true;
    VectorRoom room; // a sum that its error does not decide takes the terms again
    const std::span<double> terms = room.of(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        is_apart = is_apart && !(a[k] > 0.0 && b[k] > 0.0);
        terms[k] = divergence_at(a[k], b[k]);
    }
    const double twice = SumOfTerms(a.size(), [&](std::size_t k) { return Wide{terms[k], 0.0}; }).rounded();
    if (std::isnan(twice)) return twice;
    if (is_apart && twice > 0.0) return std::sqrt(std::log(2.0));
    return twice > 0.0 ? std::sqrt(0.5 * twice) : 0.0;
}

} // namespace pairscope::neighbours
