// SPDX-License-Identifier: MIT
// Lanes lie along a row of the matrix. Extremes are those of the sums of terms, so a root is needed for the mean only;
// as in cpu_rsqrt_newton, it is taken by the square-root unit and by the multipliers in turns.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matrix/pair_rows.cpp" // Highway compiles this file repeatedly
// Vectors of a length that is not known before the program runs cannot be elements of an array.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "kernels/matrix/pair_rows.h"

#include <limits>
#include <type_traits>

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

/// How terms are summed up, of float32 coordinates.
template <PairTerms terms> struct FloatSums {
    using Word = float;
    using Sum = Vector;
    static HWY_INLINE Sum start() { return hn::Zero(Lanes()); }
    static HWY_INLINE Sum add(Sum sum, const Word* x, const Word* ys) {
        const Lanes d;
        const auto row = hn::Set(d, *x), column = hn::LoadU(d, ys);
        if constexpr (terms == PairTerms::products) return hn::MulAdd(row, column, sum);
        const auto difference = hn::Sub(row, column);
        return hn::MulAdd(difference, difference, sum);
    }
    static HWY_INLINE Vector finish(Sum sum) { return sum; }
};

/// Sums up bytes, two of which are in a word. The sum is exact: it fits into 32 bits without a sign.
template <PairTerms terms> struct ByteSums {
    using Word = std::int32_t;
    using Sum = hn::Vec<Words>;
    static HWY_INLINE Sum start() { return hn::Zero(Words()); }
    static HWY_INLINE Sum add(Sum sum, const Word* x, const Word* ys) {
        const Words d;
        const auto row = hn::Set(d, *x), column = hn::LoadU(d, ys);
        constexpr bool subtracts = terms == PairTerms::squared_differences;
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
        const hn::Repartition<std::int16_t, Words> halves; // on x86, a lane gets the products of its own halves
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

/// sqrt(s) = s * (1 / sqrt(s)), without the square-root unit, to about 3e-7. The clamp keeps the estimate finite.
HWY_INLINE Vector refined_root(Lanes d, Vector s) {
    const auto clamped = hn::Max(s, hn::Set(d, std::numeric_limits<float>::min()));
    const auto estimate = hn::ApproximateReciprocalSqrt(clamped);
    const auto half = hn::Mul(estimate, hn::Set(d, 0.5f));
    const auto correction = hn::NegMulAdd(hn::Mul(clamped, estimate), half, hn::Set(d, 1.5f)); // 1.5 - s e e / 2
    return hn::Mul(s, hn::Mul(estimate, correction));
}

/// The entry of a sum that is neither infinite nor NaN, for the mean.
template <PairEnding ending> HWY_INLINE Vector entry_of(Lanes d, Vector sum, float factor, bool refines) {
    if constexpr (ending == PairEnding::sum) return sum;
    if constexpr (ending == PairEnding::root) return is_x86 && refines ? refined_root(d, sum) : hn::Sqrt(sum);
    return hn::Exp(d, hn::Mul(hn::Set(d, factor), sum));
}

/// Adds the rows of `rows` vectors to the columns. All of the vectors are tame.
template <class Sums, PairEnding ending, int rows, int fixed_words>
void look_at_rows(const PairRows<typename Sums::Word>& in, PairColumns& out) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const std::int64_t words = fixed_words > 0 ? fixed_words : in.words;
    float *HWY_RESTRICT low = out.low, *HWY_RESTRICT high = out.high, *HWY_RESTRICT sum = out.sum;
    for (std::int64_t col = 0; col < in.cols; col += lanes) {
        typename Sums::Sum sums[rows];
        for (auto& of_row : sums) of_row = Sums::start();
#pragma GCC unroll 2
        for (std::int64_t w = 0; w < words; ++w)
#pragma GCC unroll 8
            for (int r = 0; r < rows; ++r)
                sums[r] = Sums::add(sums[r], in.rows + r * in.row_pitch + w, in.panel + w * in.panel_pitch + col);
        Vector least = hn::Load(d, low + col), most = hn::Load(d, high + col), entries[rows];
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            const Vector s = Sums::finish(sums[r]);
            least = hn::Min(least, s);
            most = hn::Max(most, s);
            entries[r] = entry_of<ending>(d, s, in.factor, r % 2 == 1);
        }
#pragma GCC unroll 3
        for (int step = 1; step < rows; step *= 2) // the shorter the chain, the smaller the error
#pragma GCC unroll 4
            for (int r = 0; r + step < rows; r += 2 * step) entries[r] = hn::Add(entries[r], entries[r + step]);
        hn::Store(least, d, low + col);
        hn::Store(most, d, high + col);
        hn::Store(hn::Add(hn::Load(d, sum + col), entries[0]), d, sum + col);
    }
}

/// Adds one row, some of whose entries may be infinite or NaN, and counts the numbers.
template <class Sums, PairEnding ending>
void look_at_wild_row(const PairRows<typename Sums::Word>& in, PairColumns& out) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t col = 0; col < in.cols; col += lanes) {
        auto sum = Sums::start();
        for (std::int64_t w = 0; w < in.words; ++w)
            sum = Sums::add(sum, in.rows + w, in.panel + w * in.panel_pitch + col);
        const Vector s = Sums::finish(sum);
        const Vector least = hn::Load(d, out.low + col), most = hn::Load(d, out.high + col);
        const auto is_number = hn::Eq(s, s); // a NaN compares false, and is left out
        hn::Store(hn::IfThenElse(hn::Lt(s, least), s, least), d, out.low + col);
        hn::Store(hn::IfThenElse(hn::Gt(s, most), s, most), d, out.high + col);
        const auto entry = hn::IfThenElseZero(is_number, entry_of<ending>(d, s, in.factor, false));
        hn::Store(hn::Add(hn::Load(d, out.sum + col), entry), d, out.sum + col);
        const auto one = hn::IfThenElseZero(is_number, hn::Set(d, 1.0f));
        hn::Store(hn::Add(hn::Load(d, out.count + col), one), d, out.count + col);
    }
}

template <class Sums, PairEnding ending>
void look_at_all_rows(PairRows<typename Sums::Word> in, std::int64_t rows, PairColumns& out) {
    constexpr int together = 8;
    if (!in.are_tame) {
        for (; rows > 0; --rows, in.rows += in.row_pitch) look_at_wild_row<Sums, ending>(in, out);
        return;
    }
    constexpr bool may_be_planar = std::is_same_v<Sums, FloatSums<PairTerms::squared_differences>>;
    for (; rows >= together; rows -= together, in.rows += together * in.row_pitch) {
        if (may_be_planar && in.words == 2)
            look_at_rows<Sums, ending, together, 2>(in, out);
        else
            look_at_rows<Sums, ending, together, 0>(in, out);
    }
    for (; rows > 0; --rows, in.rows += in.row_pitch) look_at_rows<Sums, ending, 1, 0>(in, out);
}

template <class Sums> void look_at_sums(const PairRows<typename Sums::Word>& in, std::int64_t rows, PairColumns& out) {
    switch (in.formula.ending) {
    case PairEnding::sum:
        return look_at_all_rows<Sums, PairEnding::sum>(in, rows, out);
    case PairEnding::root:
        return look_at_all_rows<Sums, PairEnding::root>(in, rows, out);
    case PairEnding::gaussian:
        return look_at_all_rows<Sums, PairEnding::gaussian>(in, rows, out);
    }
}

void look_at_float_rows(const PairRows<float>& in, std::int64_t rows, PairColumns& out) {
    if (in.formula.terms == PairTerms::products) return look_at_sums<FloatSums<PairTerms::products>>(in, rows, out);
    look_at_sums<FloatSums<PairTerms::squared_differences>>(in, rows, out);
}
void look_at_byte_rows(const PairRows<std::int32_t>& in, std::int64_t rows, PairColumns& out) {
    if (in.formula.terms == PairTerms::products) return look_at_sums<ByteSums<PairTerms::products>>(in, rows, out);
    look_at_sums<ByteSums<PairTerms::squared_differences>>(in, rows, out);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::cpu {
namespace {

HWY_EXPORT(look_at_float_rows);
HWY_EXPORT(look_at_byte_rows);

} // namespace

void look_at_rows(const PairRows<float>& in, std::int64_t rows, PairColumns& out) {
    HWY_DYNAMIC_DISPATCH(look_at_float_rows)(in, rows, out);
}
void look_at_rows(const PairRows<std::int32_t>& in, std::int64_t rows, PairColumns& out) {
    HWY_DYNAMIC_DISPATCH(look_at_byte_rows)(in, rows, out);
}

} // namespace pairscope::cpu
#endif
