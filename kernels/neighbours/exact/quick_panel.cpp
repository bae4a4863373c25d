// SPDX-License-Identifier: MIT
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/neighbours/exact/quick_panel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/neighbours/exact/quick_panel.h"

#include <algorithm>
#include <cstddef>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace pairscope::neighbours {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Pairs = hn::CappedTag<double, 8>;
using Reals = hn::Vec<Pairs>;

struct High {
    Reals sum, rest;
};
/// a + b without rounding.
HWY_INLINE High sum_of(Reals a, Reals b) {
    const auto sum = hn::Add(a, b), part = hn::Sub(sum, a);
    return {sum, hn::Add(hn::Sub(a, hn::Sub(sum, part)), hn::Sub(b, part))};
}

/// The double that is nearest to every number between high + low - error and high + low + error; NaN if there is none.
HWY_INLINE Reals rounded(Pairs d, Reals high, Reals low, Reals error) {
    const High sum = sum_of(high, low);
    const auto least = hn::Add(sum.sum, hn::Sub(sum.rest, error)), most = hn::Add(sum.sum, hn::Add(sum.rest, error));
    return hn::IfThenElse(hn::Eq(least, most), least, hn::Set(d, std::numeric_limits<double>::quiet_NaN()));
}

/// Rounds like rounded_cosine(): to 40 bits, and of two equally near numbers to the even one.
HWY_INLINE Reals to_grid_of_cosines(Pairs d, Reals x) {
    const hn::RebindToUnsigned<Pairs> whole;
    constexpr int dropped = 13;
    const auto bits = hn::BitCast(whole, x), one = hn::Set(whole, 1);
    const auto is_odd = hn::And(hn::ShiftRight<dropped>(bits), one), mask = hn::Set(whole, (1u << dropped) - 1);
    const auto half = hn::Set(whole, (1u << (dropped - 1)) - 1);
    return hn::BitCast(d, hn::AndNot(mask, hn::Add(bits, hn::Add(half, is_odd))));
}
/// Unit vectors are right to 2^-52, which makes an error below 2^-50 of a root. The exact key has an error below 10
/// roundings, and 4 are added here.
HWY_INLINE Reals rounded_cosines(Pairs d, Reals sum, Reals error_of_sum) {
    const auto key = hn::Mul(hn::Set(d, 0.5), sum);
    const auto of_root = hn::MulAdd(hn::Set(d, 0x1p-50), hn::Sqrt(key), hn::Add(error_of_sum, hn::Set(d, 0x1p-100)));
    const auto error = hn::MulAdd(hn::Set(d, 16.0 * 0x1p-53), key, of_root);
    const auto low = hn::Sub(key, error), least = to_grid_of_cosines(d, low),
               most = to_grid_of_cosines(d, hn::Add(key, error));
    const auto is_sure = hn::And(hn::Eq(least, most), hn::Gt(low, hn::Set(d, 0x1p-90)));
    return hn::IfThenElse(is_sure, least, hn::Set(d, std::numeric_limits<double>::quiet_NaN()));
}

HWY_INLINE Reals ended(Pairs d, const QuickPanel& asked, Reals high, Reals low) {
    const auto error = hn::MulAdd(hn::Set(d, asked.relative), high, hn::Set(d, asked.constant));
    if (asked.ending == QuickEnding::cosine) return rounded_cosines(d, hn::Add(high, low), error);
    const auto sum = rounded(d, high, low, error);
    return asked.ending == QuickEnding::root ? hn::Sqrt(sum) : sum;
}

/// The squares of the high parts h and their sums need no rounding: (h + l)^2 = h^2 + (2 h + l) l.
template <bool has_low> struct Squares {
    Reals vector_high, vector_low;
    HWY_INLINE void add(Pairs d, const double* panel, Reals& high, Reals& low) const {
        const auto h = hn::Sub(vector_high, hn::LoadU(d, panel));
        high = hn::MulAdd(h, h, high);
        if constexpr (!has_low) return;
        const auto l = hn::Sub(vector_low, hn::LoadU(d, panel + panel_width));
        low = hn::MulAdd(hn::MulAdd(hn::Set(d, 2.0), h, l), l, low);
    }
};
/// Both parts get the sign that makes the difference positive.
template <bool has_low> struct Sizes {
    Reals vector_high, vector_low;
    HWY_INLINE void add(Pairs d, const double* panel, Reals& high, Reals& low) const {
        const auto h = hn::Sub(vector_high, hn::LoadU(d, panel));
        if constexpr (!has_low) {
            high = hn::Add(high, hn::Abs(h));
            return;
        }
        const auto l = hn::Sub(vector_low, hn::LoadU(d, panel + panel_width));
        const auto sign = hn::And(hn::Add(h, l), hn::Set(d, -0.0));
        high = hn::Add(high, hn::Xor(h, sign));
        low = hn::Add(low, hn::Xor(l, sign));
    }
};

/// What has been added up of four registers of a panel, for each vector.
struct SplitSums {
    double high[most_vectors][panel_width], low[most_vectors][panel_width];
};
/// Four registers side by side need not wait for each other. A block of the panel stays in the first cache while all
/// vectors are compared with it.
template <bool has_low, template <bool> class Terms>
HWY_INLINE void sum_block(const QuickPanel& asked, SplitSums& sums, std::size_t at, std::size_t first) {
    const Pairs d;
    const std::size_t lanes = hn::Lanes(d), row = (has_low ? 2 : 1) * panel_width;
    const std::size_t last = std::min(first + dims_of_block, asked.dims);
    const auto zero = hn::Zero(d);
    for (std::size_t i = 0; i < asked.count; ++i) {
        double *const high = sums.high[i] + at, *const low = sums.low[i] + at;
        auto high0 = zero, high1 = zero, high2 = zero, high3 = zero, low0 = zero, low1 = zero, low2 = zero, low3 = zero;
        if (first > 0) {
            high0 = hn::LoadU(d, high), high1 = hn::LoadU(d, high + lanes);
            high2 = hn::LoadU(d, high + 2 * lanes), high3 = hn::LoadU(d, high + 3 * lanes);
        }
        for (std::size_t k = first; k < last; ++k) {
            const double* const numbers = asked.vectors[i] + 2 * k;
            const Terms<has_low> terms{hn::Set(d, numbers[0]), hn::Set(d, numbers[1])};
            const double* const panel = asked.panel + k * row + at;
            terms.add(d, panel, high0, low0);
            terms.add(d, panel + lanes, high1, low1);
            terms.add(d, panel + 2 * lanes, high2, low2);
            terms.add(d, panel + 3 * lanes, high3, low3);
        }
        if (has_low && first > 0) {
            low0 = hn::Add(low0, hn::LoadU(d, low)), low1 = hn::Add(low1, hn::LoadU(d, low + lanes));
            low2 = hn::Add(low2, hn::LoadU(d, low + 2 * lanes)), low3 = hn::Add(low3, hn::LoadU(d, low + 3 * lanes));
        }
        if (last == asked.dims) {
            double* const results = asked.results[i] + at;
            hn::StoreU(ended(d, asked, high0, low0), d, results);
            hn::StoreU(ended(d, asked, high1, low1), d, results + lanes);
            hn::StoreU(ended(d, asked, high2, low2), d, results + 2 * lanes);
            hn::StoreU(ended(d, asked, high3, low3), d, results + 3 * lanes);
            continue;
        }
        hn::StoreU(high0, d, high), hn::StoreU(high1, d, high + lanes);
        hn::StoreU(high2, d, high + 2 * lanes), hn::StoreU(high3, d, high + 3 * lanes);
        hn::StoreU(low0, d, low), hn::StoreU(low1, d, low + lanes);
        hn::StoreU(low2, d, low + 2 * lanes), hn::StoreU(low3, d, low + 3 * lanes);
    }
}
template <bool has_low, template <bool> class Terms> void sum_split(const QuickPanel& asked) {
    SplitSums sums;
    for (std::size_t at = 0; at < panel_width; at += 4 * hn::Lanes(Pairs()))
        for (std::size_t first = 0; first < asked.dims; first += dims_of_block)
            sum_block<has_low, Terms>(asked, sums, at, first);
}

void take_largest(const QuickPanel& asked, const double* vector, double* results) {
    const Pairs d;
    for (std::size_t at = 0; at < panel_width; at += hn::Lanes(d)) {
        auto largest = hn::Zero(d), zero_or_nan = largest;
        for (std::size_t k = 0; k < asked.dims; ++k) {
            const auto other = hn::LoadU(d, asked.panel + k * panel_width + at);
            const auto size = hn::Abs(hn::Sub(hn::Set(d, vector[k]), other));
            largest = hn::Max(largest, size);
            zero_or_nan = hn::MulAdd(other, hn::Zero(d), zero_or_nan);
        }
        hn::StoreU(hn::Add(largest, zero_or_nan), d, results + at);
    }
}

/// Numbers that are not negative are added to a larger one, so what the sum loses is known without rounding.
struct GrowingSum {
    Reals sum, lost;
    HWY_INLINE void add(Reals x) {
        const auto next = hn::Add(sum, x);
        lost = hn::Add(lost, hn::Sub(x, hn::Sub(next, sum)));
        sum = next;
    }
    [[nodiscard]] HWY_INLINE Reals rounded_once(Pairs d, const QuickPanel& asked) const {
        const auto high = hn::Sub(sum, hn::Set(d, asked.start));
        return rounded(d, high, lost, hn::Set(d, asked.constant));
    }
};

void sum_bray_curtis(const QuickPanel& asked, const double* vector, double* results) {
    const Pairs d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t at = 0; at < panel_width; at += 2 * lanes) {
        const GrowingSum none{hn::Set(d, asked.start), hn::Zero(d)};
        GrowingSum differences0 = none, differences1 = none, sums0 = none, sums1 = none;
        for (std::size_t k = 0; k < asked.dims; ++k) {
            const double* const panel = asked.panel + k * panel_width + at;
            const auto x = hn::Set(d, vector[k]), y0 = hn::LoadU(d, panel), y1 = hn::LoadU(d, panel + lanes);
            differences0.add(hn::Abs(hn::Sub(x, y0)));
            differences1.add(hn::Abs(hn::Sub(x, y1)));
            sums0.add(hn::Abs(hn::Add(x, y0)));
            sums1.add(hn::Abs(hn::Add(x, y1)));
        }
        const auto first = hn::Div(differences0.rounded_once(d, asked), sums0.rounded_once(d, asked));
        const auto second = hn::Div(differences1.rounded_once(d, asked), sums1.rounded_once(d, asked));
        hn::StoreU(first, d, results + at);
        hn::StoreU(second, d, results + at + lanes);
    }
}

/// A quotient with few digits leaves a rest of the division, which has the digits that follow. Adding `start` and
/// subtracting it leaves so few digits that sums of quotients need no rounding.
void sum_fractions(const QuickPanel& asked, const double* vector, double* results) {
    const Pairs d;
    const auto start = hn::Set(d, asked.start), one = hn::Set(d, 1.0), sign_bit = hn::Set(d, -0.0);
    for (std::size_t at = 0; at < panel_width; at += hn::Lanes(d)) {
        auto high = hn::Zero(d), low = hn::Zero(d);
        for (std::size_t k = 0; k < asked.dims; ++k) {
            const auto x = hn::Set(d, vector[k]), y = hn::LoadU(d, asked.panel + k * panel_width + at);
            const auto size_x = hn::Abs(x), size_y = hn::Abs(y);
            const auto more = hn::Max(size_x, size_y),
                       less = hn::Min(size_x, size_y); // wrong for NaN, but then `sizes` is NaN
            const auto taken = hn::Xor(less, hn::And(hn::Xor(x, y), sign_bit)); // added where the signs differ
            const auto difference = hn::Sub(more, taken), of_difference = hn::Sub(hn::Sub(more, difference), taken);
            const auto sizes = hn::Add(size_x, size_y), of_sizes = hn::Sub(less, hn::Sub(sizes, more));
            const auto reciprocal = hn::Div(one, hn::IfThenElse(hn::Eq(sizes, hn::Zero(d)), one, sizes));
            const auto quotient = hn::Sub(hn::MulAdd(difference, reciprocal, start), start);
            const auto rest = hn::Add(hn::NegMulAdd(quotient, sizes, difference), of_difference);
            low = hn::MulAdd(hn::NegMulAdd(quotient, of_sizes, rest), reciprocal, low);
            high = hn::Add(high, quotient);
        }
        hn::StoreU(ended(d, asked, high, low), d, results + at);
    }
}

template <template <bool> class Terms> void sum_by_parts(const QuickPanel& asked) {
    asked.has_low ? sum_split<true, Terms>(asked) : sum_split<false, Terms>(asked);
}
void sum_on_target(const QuickPanel& asked) {
    if (asked.terms == QuickTerms::squares) return sum_by_parts<Squares>(asked);
    if (asked.terms == QuickTerms::sizes) return sum_by_parts<Sizes>(asked);
    for (std::size_t i = 0; i < asked.count; ++i) {
        if (asked.terms == QuickTerms::largest) take_largest(asked, asked.vectors[i], asked.results[i]);
        if (asked.terms == QuickTerms::fractions) sum_fractions(asked, asked.vectors[i], asked.results[i]);
        if (asked.terms == QuickTerms::bray_curtis) sum_bray_curtis(asked, asked.vectors[i], asked.results[i]);
    }
}
/// The square of 1 + 2^-30 needs 61 bits, so a product that is rounded before the subtraction leaves 0.
bool has_fused_on_target() {
    const hn::CappedTag<double, 1> one;
    const volatile double number = 1.0 + 0x1p-30;
    const auto x = hn::Set(one, number), square = hn::Mul(x, x);
    return hn::GetLane(hn::MulSub(x, x, square)) != 0.0;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::neighbours
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::neighbours {
namespace {

HWY_EXPORT(sum_on_target);
HWY_EXPORT(has_fused_on_target);

} // namespace

void sum_panel(const QuickPanel& asked) { HWY_DYNAMIC_DISPATCH(sum_on_target)(asked); }
bool has_fused_products() { return HWY_DYNAMIC_DISPATCH(has_fused_on_target)(); }

} // namespace pairscope::neighbours
#endif
