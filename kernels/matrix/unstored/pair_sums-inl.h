// SPDX-License-Identifier: MIT
// What the lanes of pair_rows.cpp find from the coordinates of two vectors, and the entry that it gives. Highway
// compiles this file repeatedly, as a part of that one.
#if defined(PAIRSCOPE_MATRIX_PAIR_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef PAIRSCOPE_MATRIX_PAIR_SUMS_INL_H
#undef PAIRSCOPE_MATRIX_PAIR_SUMS_INL_H
#else
#define PAIRSCOPE_MATRIX_PAIR_SUMS_INL_H
#endif

#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "kernels/matrix/unstored/pair_rows.h"
#include "kernels/metrics/added-inl.h"
#include "kernels/metrics/places-inl.h"
#include "kernels/metrics/places.h"

#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace pairscope::cpu {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;
using Words = hn::ScalableTag<std::int32_t>;

/// The vector units of x86 estimate 1 / sqrt(x) to 11 bits at least, which one Newton step doubles.
constexpr bool is_x86 = HWY_ARCH_X86 != 0 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128;

/// How terms of float32 coordinates are summed up, or the largest one is found.
template <class Formula> struct FloatSums {
    using Word = float;
    using Sum = Vector;
    static constexpr bool takes_all_words = false; ///< all at once, and not one after the other
    static constexpr int rows_together = 8;

    static HWY_INLINE Sum start() { return hn::Zero(Lanes()); }
    static HWY_INLINE Sum add(Sum sum, const Word* x, const Word* ys) {
        const Lanes d;
        return metrics::HWY_NAMESPACE::added<Formula>(d, sum, hn::Set(d, *x), hn::LoadU(d, ys));
    }
    static HWY_INLINE Vector finish(Sum sum) { return sum; }
};

/// Sums up bytes, two of which are in a word. The sum is exact: it fits into 32 bits without a sign.
template <PairTerms terms> struct ByteSums {
    using Word = std::int32_t;
    using Sum = hn::Vec<Words>;
    static constexpr bool takes_all_words = false;
    static constexpr int rows_together = 8;

    static HWY_INLINE Sum start() { return hn::Zero(Words()); }
    static HWY_INLINE Sum add(Sum sum, const Word* x, const Word* ys) {
        const Words d;
        const auto row = hn::Set(d, *x), column = hn::LoadU(d, ys);
        constexpr bool subtracts = terms == PairTerms::squared_differences;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
        const hn::Repartition<std::int16_t, Words> halves; // on x86, a lane adds the products of its two halves
        const auto a = hn::BitCast(halves, row), b = hn::BitCast(halves, column);
        const auto left = subtracts ? hn::Sub(a, b) : a, right = subtracts ? left : b;
        auto unused = hn::Zero(d);
        return hn::ReorderWidenMulAccumulate(d, left, right, sum, unused);
#else
        const auto add_product = [](Sum so_far, Sum a, Sum b) {
            const auto left = subtracts ? hn::Sub(a, b) : a, right = subtracts ? left : b;
            return hn::Add(so_far, hn::Mul(left, right));
        };
        const auto low = [d](Sum both) { return hn::And(both, hn::Set(d, 0xffff)); };
        const auto high = [](Sum both) { return hn::ShiftRight<16>(both); };
        return add_product(add_product(sum, low(row), low(column)), high(row), high(column));
#endif
    }
    static HWY_INLINE Vector finish(Sum sum) {
        const hn::Repartition<std::uint32_t, Words> without_sign;
        return hn::ConvertTo(Lanes(), hn::BitCast(without_sign, sum));
    }
};

/// Like globe::haversine(), of -180 to 180 degrees. The polynomial for the sine of half the angle has a relative error
/// of 6e-9 in exact arithmetic, so it needs no reduction of the angle as a sine for all angles does.
HWY_INLINE Vector haversine(Lanes d, Vector degrees) {
    const auto x = hn::Mul(degrees, hn::Set(d, globe::radians_per_degree<float> / 2)), z = hn::Mul(x, x);
    auto p = hn::MulAdd(hn::Set(d, 2.60578054e-06f), z, hn::Set(d, -1.98096022e-4f));
    p = hn::MulAdd(p, z, hn::Set(d, 8.33306648e-3f));
    p = hn::MulAdd(p, z, hn::Set(d, -0.166666597f));
    const auto sine = hn::MulAdd(hn::Mul(p, z), x, x);
    return hn::Mul(sine, sine);
}

/// Places on the Earth, as globe::squared_tangent().
struct PlaceSums {
    using Word = float;
    using Sum = Vector;
    static constexpr bool takes_all_words = true;
    static constexpr int rows_together = 4;

    static HWY_INLINE Sum of(const PairRows<float>& in, const float* place, std::int64_t col) {
        const Lanes d;
        const float* const ys = in.panel + col;
        const auto longitude = globe::HWY_NAMESPACE::longitude_between(d, hn::Set(d, place[0]), hn::LoadU(d, ys));
        const auto own = hn::Set(d, place[1]), latitude = hn::LoadU(d, ys + in.panel_pitch);
        const auto cosines = hn::Mul(hn::Set(d, place[2]), hn::LoadU(d, ys + 2 * in.panel_pitch));
        const auto one = hn::Set(d, 1.0f);
        auto near = hn::MulAdd(cosines, haversine(d, longitude), haversine(d, hn::Sub(own, latitude)));
        auto far = hn::Sub(one, near);
        // Only near the antipode does 1 - near lose so many digits that the distance would notice.
        const auto is_far = hn::Gt(near, hn::Set(d, 0.98f));
        if (HWY_UNLIKELY(!hn::AllFalse(d, is_far))) {
            const auto sum = hn::Add(hn::Add(own, latitude), hn::Set(d, in.latitude_shift));
            const auto rest = hn::Sub(hn::Set(d, 180.0f), hn::Abs(longitude));
            far = hn::IfThenElse(is_far, hn::MulAdd(cosines, haversine(d, rest), haversine(d, sum)), far);
            near = hn::IfThenElse(hn::Gt(near, one), one, near); // rounding
        }
        return hn::Div(near, far);
    }
    static HWY_INLINE Vector finish(Sum sum) { return sum; }
};

/// sqrt(s) = s * (1 / sqrt(s)), without the square-root unit, to about 3e-7. The clamp keeps the estimate finite.
HWY_INLINE Vector refined_root(Lanes d, Vector s) {
    const auto clamped = hn::Max(s, hn::Set(d, std::numeric_limits<float>::min()));
    const auto estimate = hn::ApproximateReciprocalSqrt(clamped);
    const auto half = hn::Mul(estimate, hn::Set(d, 0.5f));
    const auto correction = hn::NegMulAdd(hn::Mul(clamped, estimate), half, hn::Set(d, 1.5f)); // 1.5 - s e e / 2
    return hn::Mul(s, hn::Mul(estimate, correction));
}

/// The entry of a sum that is no NaN, for the mean. As in cpu_rsqrt_newton, the root is taken by the square-root unit
/// and by the multipliers in turns.
template <PairEnding ending> HWY_INLINE Vector entry_of(Lanes d, Vector sum, float factor, bool refines) {
    if constexpr (ending == PairEnding::sum) return sum;
    if constexpr (ending == PairEnding::root) return is_x86 && refines ? refined_root(d, sum) : hn::Sqrt(sum);
    if constexpr (ending == PairEnding::gaussian) return hn::Exp(d, hn::Mul(hn::Set(d, factor), sum));
    if constexpr (ending == PairEnding::fraction) return hn::Mul(hn::Set(d, factor), sum);
    if constexpr (ending == PairEnding::one_minus) return hn::Max(hn::Sub(hn::Set(d, 1.0f), sum), hn::Zero(d));
    if constexpr (ending == PairEnding::arc)
        return hn::Mul(hn::Set(d, static_cast<float>(2.0 * earth_radius)), hn::Atan(d, hn::Sqrt(sum)));
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::cpu
HWY_AFTER_NAMESPACE();

#endif // include guard of one target
