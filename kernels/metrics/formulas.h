// SPDX-License-Identifier: MIT
// The metrics that go through the coordinates of two vectors one after the other. Each formula is written here once,
// for all variants of its workload, and for a matrix that is not stored (kernels/matrix): what a pair of coordinates
// adds, how two parts of a sum are joined, and what the entry is at the end. Host and device share it.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/ladder/metric.h"
#include "kernels/ladder/pair_formula.h"
#include "kernels/matrix/both_sides.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace pairscope::metrics::inline PAIRSCOPE_SIDE {

PAIRSCOPE_BOTH_SIDES inline float size_of(float x) { return fabsf(x); }
PAIRSCOPE_BOTH_SIDES inline double size_of(double x) { return fabs(x); }

PAIRSCOPE_BOTH_SIDES constexpr float largest_of(float) { return 3.402823466e+38f; }
PAIRSCOPE_BOTH_SIDES constexpr double largest_of(double) { return 1.7976931348623157e+308; }
PAIRSCOPE_BOTH_SIDES inline float root_of(float x) { return sqrtf(x); }
PAIRSCOPE_BOTH_SIDES inline double root_of(double x) { return sqrt(x); }

/// The larger one of two numbers that are not negative, or NaN if one of them is NaN, which fmaxf would leave out. Such
/// floats have the same order as their bits, and the bits of NaN are above all others, so one comparison of integers is
/// enough.
PAIRSCOPE_BOTH_SIDES inline float larger(float a, float b) {
#ifdef __CUDA_ARCH__
    return __int_as_float(max(__float_as_int(a), __float_as_int(b)));
#else
    const auto bits_a = std::bit_cast<std::int32_t>(a), bits_b = std::bit_cast<std::int32_t>(b);
    return std::bit_cast<float>(bits_a > bits_b ? bits_a : bits_b);
#endif
}
PAIRSCOPE_BOTH_SIDES inline double larger(double a, double b) { return a > b || a != a ? a : b; }

/// The sum of the squared differences.
struct Squared {
    static constexpr Metric metric = Metric::squared;
    static constexpr PairTerms terms = PairTerms::squared_differences; ///< how kernels/matrix names what is added,
    static constexpr PairEnding ending = PairEnding::sum;              ///< and what the entry is at the end
    static constexpr bool needs_norms = false; ///< does the entry depend on the lengths of the two vectors?
    static constexpr bool adds_up = true;      ///< does a sum over the coordinates round?
    static constexpr bool is_exact = true;     ///< for small whole numbers
    static constexpr double operations = 3.0;  ///< per coordinate of a pair [flop]
    static constexpr double operations_at_end = 0.0;
    static constexpr const char* ceiling =
        "squared_difference"; ///< the ceiling of its arithmetic, as profiling names it
    static constexpr const char *term = "its square", *total = "sum of the squares"; ///< what becomes of a difference

    template <class Number> static PAIRSCOPE_BOTH_SIDES Number added(Number sum, Number a, Number b) {
        const Number difference = a - b;
        return sum + difference * difference;
    }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number joined(Number a, Number b) { return a + b; }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number entry(Number sum, Number, Number) { return sum; }
};

/// The root of the sum of the squared differences.
struct Euclidean : Squared {
    static constexpr Metric metric = Metric::euclidean;
    static constexpr PairEnding ending = PairEnding::root;
    static constexpr double operations_at_end = 1.0;

    template <class Number> static PAIRSCOPE_BOTH_SIDES Number entry(Number sum, Number, Number) {
        return root_of(sum);
    }
};

/// The sum of the absolute differences.
struct Manhattan {
    static constexpr Metric metric = Metric::manhattan;
    static constexpr PairTerms terms = PairTerms::absolute_differences;
    static constexpr PairEnding ending = PairEnding::sum;
    static constexpr bool needs_norms = false;
    static constexpr bool adds_up = true;
    static constexpr bool is_exact = true;
    static constexpr double operations = 2.0;
    static constexpr double operations_at_end = 0.0;
    static constexpr const char* ceiling = "absolute_difference";
    static constexpr const char *term = "its absolute value", *total = "sum of the absolute values";

    template <class Number> static PAIRSCOPE_BOTH_SIDES Number added(Number sum, Number a, Number b) {
        return sum + size_of(a - b);
    }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number joined(Number a, Number b) { return a + b; }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number entry(Number sum, Number, Number) { return sum; }
};

/// The largest absolute difference.
struct Chebyshev {
    static constexpr Metric metric = Metric::chebyshev;
    static constexpr PairTerms terms = PairTerms::largest_difference;
    static constexpr PairEnding ending = PairEnding::sum;
    static constexpr bool needs_norms = false;
    static constexpr bool adds_up = false;
    static constexpr bool is_exact = true;
    static constexpr double operations = 2.0;
    static constexpr double operations_at_end = 0.0;
    static constexpr const char* ceiling = "largest_difference";
    static constexpr const char *term = "its absolute value", *total = "largest absolute value";

    template <class Number> static PAIRSCOPE_BOTH_SIDES Number added(Number largest, Number a, Number b) {
        return larger(size_of(a - b), largest);
    }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number joined(Number a, Number b) { return larger(a, b); }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number entry(Number largest, Number, Number) { return largest; }
};

/// The sum of the relative differences |a - b| / (|a| + |b|), where 0 / 0 counts as 0.
struct Canberra {
    static constexpr Metric metric = Metric::canberra;
    static constexpr PairTerms terms = PairTerms::relative_differences;
    static constexpr PairEnding ending = PairEnding::sum;
    static constexpr bool needs_norms = false;
    static constexpr bool adds_up = true;
    static constexpr bool is_exact = true; ///< for 1 and -1
    static constexpr double operations = 4.0;
    static constexpr double operations_at_end = 0.0;
    static constexpr const char* ceiling = "absolute_difference";
    static constexpr const char *term = "its size divided by |x| + |y|", *total = "sum of the relative differences";

    template <class Number> static PAIRSCOPE_BOTH_SIDES Number added(Number sum, Number a, Number b) {
        const Number sizes = size_of(a) + size_of(b), half = Number(0.5);
        if (sizes == 0) return sum;
        if (sizes <= largest_of(sizes)) return sum + size_of(a - b) / sizes;
        // The sizes overflow, though their halves do not; or one of the two is no number.
        return sum + size_of(half * a - half * b) / (size_of(half * a) + size_of(half * b));
    }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number joined(Number a, Number b) { return a + b; }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number entry(Number sum, Number, Number) { return sum; }
};

/// The fraction of the coordinates that differ: numbers stand for categories.
struct Hamming {
    static constexpr Metric metric = Metric::hamming;
    static constexpr PairTerms terms = PairTerms::unequal;
    static constexpr PairEnding ending = PairEnding::fraction;
    static constexpr bool needs_norms = false;
    static constexpr bool adds_up = false;
    static constexpr bool is_exact = true;
    static constexpr double operations = 2.0;
    static constexpr double operations_at_end = 1.0;
    static constexpr const char* ceiling = "largest_difference";
    static constexpr const char *term = "1 if it is not 0", *total = "how many of them are not 0";

    /// A difference that is NaN or infinite makes the sum NaN.
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number added(Number sum, Number a, Number b) {
        const Number difference = a - b;
        return difference == 0 ? sum : sum + (Number(1) + Number(0) * difference);
    }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number joined(Number a, Number b) { return a + b; }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number entry(Number sum, Number dims, Number) {
        return sum / dims;
    }
};

/// The sum of the products. It is no metric.
struct Products {
    static constexpr PairTerms terms = PairTerms::products;
    static constexpr bool needs_norms = false;

    template <class Number> static PAIRSCOPE_BOTH_SIDES Number added(Number sum, Number a, Number b) {
        return sum + a * b;
    }
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number joined(Number a, Number b) { return a + b; }
};

/// 1 minus the cosine of the angle between the vectors. A vector of zeros has no direction: its distance from every
/// vector is 1.
struct Cosine : Products {
    static constexpr Metric metric = Metric::cosine;
    static constexpr PairTerms terms = PairTerms::directions;
    static constexpr PairEnding ending = PairEnding::one_minus;
    static constexpr bool needs_norms = true;
    static constexpr bool adds_up = true;
    static constexpr bool is_exact = true;
    static constexpr double operations = 2.0;
    static constexpr double operations_at_end = 3.0;
    static constexpr const char* ceiling = "fma";

    /// What the product is multiplied with, from the sum of the squares of a vector.
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number weight(Number squares) {
        return squares > 0 ? Number(1) / Number(sqrt(squares)) : Number(0);
    }
    /// Rounding makes the cosine of equal vectors a little larger than 1; their distance is 0.
    template <class Number> static PAIRSCOPE_BOTH_SIDES Number entry(Number sum, Number weight_a, Number weight_b) {
        const Number distance = Number(1) - sum * weight_a * weight_b;
        return distance < 0 ? Number(0) : distance;
    }
};

template <class... Formulas> struct FormulaList {};
/// The metrics of this file whose terms differ: whatever exists once for each kind of term is made from this list.
using AllFormulas = FormulaList<Squared, Manhattan, Chebyshev, Cosine, Canberra, Hamming>;
/// All metrics of this file. Each of them has workloads.
using AllMetrics = FormulaList<Euclidean, Squared, Manhattan, Chebyshev, Cosine, Canberra, Hamming>;

/// The entry of a formula that needs no norms.
template <class Formula, class Number> PAIRSCOPE_BOTH_SIDES Number entry_without_norms(Number sum, std::int64_t dims) {
    const Number weight = Formula::ending == PairEnding::fraction ? static_cast<Number>(dims) : Number(0);
    return Formula::entry(sum, weight, Number(0));
}

template <class Use, class... Formulas> constexpr void use_each(FormulaList<Formulas...>, Use& use) {
    (use(Formulas()), ...);
}
/// use(Squared()), use(Manhattan()) and so on, once for each kind of term.
template <class Use> constexpr void for_each_formula(Use use) { use_each(AllFormulas(), use); }
/// use(Euclidean()), use(Squared()) and so on, once for each metric.
template <class Use> constexpr void for_each_metric(Use use) { use_each(AllMetrics(), use); }

} // namespace pairscope::metrics::inline PAIRSCOPE_SIDE
