// SPDX-License-Identifier: MIT
// Formula::added(), for a register of pairs. Highway compiles this file repeatedly, as a part of whatever includes
// it, so that it cannot share the text of formulas.h.
#if defined(PAIRSCOPE_METRICS_ADDED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PAIRSCOPE_METRICS_ADDED_INL_H
#undef PAIRSCOPE_METRICS_ADDED_INL_H
#else
#define PAIRSCOPE_METRICS_ADDED_INL_H
#endif

#include <hwy/highway.h>

#include "kernels/metrics/formulas.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace pairscope::metrics {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

template <class Formula> HWY_INLINE Vector added(Lanes d, Vector sum, Vector a, Vector b) {
    constexpr PairTerms terms = Formula::terms;
    if constexpr (terms == PairTerms::products || terms == PairTerms::directions) return hn::MulAdd(a, b, sum);
    const auto difference = hn::Sub(a, b);
    if constexpr (terms == PairTerms::squared_differences) return hn::MulAdd(difference, difference, sum);
    if constexpr (terms == PairTerms::absolute_differences) return hn::Add(sum, hn::Abs(difference));
    if constexpr (terms == PairTerms::unequal) { // a difference that is NaN or infinite makes the sum NaN
        const auto one = hn::MulAdd(difference, hn::Zero(d), hn::Set(d, 1.0f));
        return hn::IfThenElse(hn::Eq(difference, hn::Zero(d)), sum, hn::Add(sum, one));
    }
    if constexpr (terms == PairTerms::relative_differences) {
        const auto sizes = hn::Add(hn::Abs(a), hn::Abs(b)), most = hn::Set(d, std::numeric_limits<float>::max());
        auto term = hn::Div(hn::Abs(difference), sizes);
        const auto is_large = hn::Gt(sizes, most); // the sizes overflow, though their halves do not
        if (HWY_UNLIKELY(!hn::AllFalse(d, is_large))) {
            const auto half = hn::Set(d, 0.5f), x = hn::Mul(a, half), y = hn::Mul(b, half);
            term = hn::IfThenElse(is_large, hn::Div(hn::Abs(hn::Sub(x, y)), hn::Add(hn::Abs(x), hn::Abs(y))), term);
        }
        return hn::IfThenElse(hn::Eq(sizes, hn::Zero(d)), sum, hn::Add(sum, term));
    }
    if constexpr (terms == PairTerms::largest_difference) {
        const hn::RebindToSigned<Lanes> bits; // integers, because a maximum of floats would leave out NaN
        return hn::BitCast(d, hn::Max(hn::BitCast(bits, hn::Abs(difference)), hn::BitCast(bits, sum)));
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::metrics
HWY_AFTER_NAMESPACE();

#endif // include guard of one target
