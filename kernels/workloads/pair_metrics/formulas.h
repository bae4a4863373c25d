// SPDX-License-Identifier: MIT
// Metrics that no single sum over the coordinates gives, or whose terms take functions, and the sums of
// kernels/metrics. Each formula compares two vectors in double precision, for host and device.
#pragma once

#include "kernels/ladder/problem.h"
#include "kernels/matrix/both_sides.h"
#include "kernels/metrics/formulas.h"

#include <cmath>
#include <cstdint>
#include <span>

namespace pairscope::pair_metrics {

/// What is right of a distance.
enum class Bound : std::uint8_t {
    relative, ///< it is right within 2e-6 of itself
    square    ///< its square is right within 1e-6
};
constexpr double relative_bound = 2e-6, bound_of_square = 1e-6;

inline PAIRSCOPE_BOTH_SIDES bool is_no_number(double x) { return x != x; }

/// The sum of the differences, divided by the sum of the sums.
struct BrayCurtis {
    using Number = float;
    static constexpr Bound bound = Bound::relative;
    static constexpr bool needs_positive = true; ///< are some distances undefined if numbers are not?
    static constexpr double operations = 6.0;    ///< per coordinate of a pair

    /// NaN of two vectors of zeros, and infinite where the sums are 0 and the differences are not.
    template <class Coordinate>
    static PAIRSCOPE_BOTH_SIDES double pair(const Coordinate* a, const Coordinate* b, std::int64_t dims, double) {
        double differences = 0.0, sums = 0.0;
        for (std::int64_t k = 0; k < dims; ++k) {
            differences += fabs(double(a[k]) - double(b[k]));
            sums += fabs(double(a[k]) + double(b[k]));
        }
        return differences / sums;
    }
};

/// The p-th root of the sum of the p-th powers of the differences.
struct Minkowski {
    using Number = float;
    static constexpr Bound bound = Bound::relative;
    static constexpr bool needs_positive = false;
    static constexpr double operations = 4.0; ///< a power counts as one

    /// The powers are those of differences divided by the largest one, so that none of them overflows.
    template <class Coordinate>
    static PAIRSCOPE_BOTH_SIDES double pair(const Coordinate* a, const Coordinate* b, std::int64_t dims,
                                            double exponent) {
        double largest = 0.0;
        for (std::int64_t k = 0; k < dims; ++k) {
            const double size = fabs(double(a[k]) - double(b[k]));
            if (!(size <= largest)) largest = size; // so that NaN is kept, too
            if (is_no_number(largest)) return largest;
        }
        if (largest == 0.0 || largest > 1.7976931348623157e308) return largest;
        double sum = 0.0;
        for (std::int64_t k = 0; k < dims; ++k) sum += pow(fabs(double(a[k]) - double(b[k])) / largest, exponent);
        return largest * pow(sum, 1.0 / exponent);
    }
};

/// The fraction of differing columns among all in which at least one of two rows is not 0. Numbers stand for
/// categories, and 0 for none.
struct Jaccard {
    using Number = float;
    static constexpr Bound bound = Bound::relative;
    static constexpr bool needs_positive = true;
    static constexpr double operations = 4.0;

    /// NaN where both rows are empty.
    template <class Coordinate>
    static PAIRSCOPE_BOTH_SIDES double pair(const Coordinate* a, const Coordinate* b, std::int64_t dims, double) {
        double different = 0.0, together = 0.0;
        for (std::int64_t k = 0; k < dims; ++k) {
            const double difference = double(a[k]) - double(b[k]);
            if (is_no_number(difference)) return difference;
            if (a[k] == 0 && b[k] == 0) continue;
            together += 1.0;
            different += difference == 0.0 ? 0.0 : 1.0;
        }
        return different / together;
    }
};

/// The root of the Jensen-Shannon divergence of two distributions, with natural logarithms.
struct JensenShannon {
    using Number = float;
    static constexpr Bound bound = Bound::square;
    static constexpr bool needs_positive = true;
    static constexpr double operations = 9.0; ///< a logarithm counts as one

    template <class Coordinate>
    static PAIRSCOPE_BOTH_SIDES double pair(const Coordinate* a, const Coordinate* b, std::int64_t dims, double) {
        double sum = 0.0;
        for (std::int64_t k = 0; k < dims; ++k) {
            const double x = a[k], y = b[k], middle = 0.5 * (x + y), apart = 0.5 * (x - y);
            if (is_no_number(middle)) return middle;
            if (fabs(apart) < 0.03 * middle) { // the logarithms would cancel: their series in t = apart / middle
                const double square = apart / middle * (apart / middle);
                sum += middle * square * (1.0 + square * (1.0 / 6 + square * (1.0 / 15 + square * (1.0 / 28))));
            } else {
                sum += (x > 0.0 ? x * log(x / middle) : 0.0) + (y > 0.0 ? y * log(y / middle) : 0.0);
            }
        }
        return sum > 0.0 ? sqrt(0.5 * sum) : 0.0;
    }
};

/// How many bits of two vectors of bytes differ.
struct HammingBits {
    using Number = std::uint8_t;
    static constexpr Bound bound = Bound::relative;
    static constexpr bool needs_positive = false;
    static constexpr double operations = 2.0; ///< per byte: a comparison, and the count of its bits

    static PAIRSCOPE_BOTH_SIDES double pair(const std::uint8_t* a, const std::uint8_t* b, std::int64_t dims, double) {
        std::uint32_t bits = 0;
        for (std::int64_t k = 0; k < dims; ++k) {
            std::uint32_t x = static_cast<std::uint32_t>(a[k]) ^ b[k];
            x = x - (x >> 1 & 0x55u);
            x = (x & 0x33u) + (x >> 2 & 0x33u);
            bits += (x + (x >> 4)) & 0x0fu;
        }
        return bits;
    }
};

/// A formula of kernels/metrics, for two sets.
template <class Sum> struct OfSum {
    using Number = float;
    static constexpr bool needs_positive = false;
    static constexpr double operations = Sum::operations;

    static PAIRSCOPE_BOTH_SIDES double pair(const float* a, const float* b, std::int64_t dims, double) {
        double sum = 0.0, squares_a = 0.0, squares_b = 0.0;
        for (std::int64_t k = 0; k < dims; ++k) {
            const double x = a[k], y = b[k];
            sum = Sum::added(sum, x, y);
            squares_a += x * x;
            squares_b += y * y;
        }
        if constexpr (Sum::needs_norms)
            return Sum::entry(sum, Sum::weight(squares_a), Sum::weight(squares_b));
        else
            return metrics::entry_without_norms<Sum>(sum, dims);
    }
};

template <class... Formulas> struct FormulaList {};
/// Formulas with a workload of one set: whatever exists once for each is made from this list.
using AllFormulas = FormulaList<BrayCurtis, Minkowski, Jaccard, JensenShannon, HammingBits>;
/// Formulas with workloads of two sets.
using CrossFormulas = FormulaList<OfSum<metrics::Euclidean>, OfSum<metrics::Squared>, OfSum<metrics::Manhattan>,
                                  OfSum<metrics::Chebyshev>, OfSum<metrics::Cosine>, OfSum<metrics::Canberra>,
                                  OfSum<metrics::Hamming>, BrayCurtis, Minkowski, Jaccard, JensenShannon, HammingBits>;

template <class Use, class... Formulas> constexpr void use_each(FormulaList<Formulas...>, Use& use) {
    (use(Formulas()), ...);
}
/// use(BrayCurtis()), use(Minkowski()) and so on.
template <class List, class Use> constexpr void for_each_formula(Use use) { use_each(List(), use); }

/// The coordinates of a set.
template <class Formula> const typename Formula::Number* values_of(const Input& set) {
    return static_cast<const typename Formula::Number*>(set.data);
}
/// The exponent of Minkowski; other formulas have no parameter.
inline double parameter_among(std::span<const double> parameters) { return parameters.empty() ? 3.0 : parameters[0]; }
inline double parameter_of(const Problem& problem) { return parameter_among(problem.parameters); }

} // namespace pairscope::pair_metrics
