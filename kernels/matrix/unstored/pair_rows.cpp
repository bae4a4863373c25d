// SPDX-License-Identifier: MIT
// Lanes lie along a row of the matrix. Extremes are those of the sums of terms, so a root is needed for the mean only.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matrix/unstored/pair_rows.cpp" // Highway compiles this file repeatedly
// Vectors of a length that is not known before the program runs cannot be elements of an array.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/matrix/unstored/pair_rows.h"
#include "kernels/matrix/unstored/pair_sums-inl.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace pairscope::cpu {
namespace HWY_NAMESPACE {
namespace {

/// Adds the rows of `rows` vectors to the columns. All of the vectors are tame.
template <class Sums, PairEnding ending, int rows, int fixed_words>
void look_at_rows(const PairRows<typename Sums::Word>& in, PairColumns& out) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    [[maybe_unused]] const std::int64_t words = fixed_words > 0 ? fixed_words : in.words;
    float *HWY_RESTRICT low = out.low, *HWY_RESTRICT high = out.high, *HWY_RESTRICT sum = out.sum;
    for (std::int64_t col = 0; col < in.cols; col += lanes) {
        typename Sums::Sum sums[rows];
        if constexpr (Sums::takes_all_words) {
#pragma GCC unroll 8
            for (int r = 0; r < rows; ++r) sums[r] = Sums::of(in, in.rows + r * in.row_pitch, col);
        } else {
            for (auto& of_row : sums) of_row = Sums::start();
#pragma GCC unroll 2
            for (std::int64_t w = 0; w < words; ++w)
#pragma GCC unroll 8
                for (int r = 0; r < rows; ++r)
                    sums[r] = Sums::add(sums[r], in.rows + r * in.row_pitch + w, in.panel + w * in.panel_pitch + col);
        }
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

template <class Sums> HWY_INLINE Vector sum_of_row(const PairRows<typename Sums::Word>& in, std::int64_t col) {
    if constexpr (Sums::takes_all_words) {
        return Sums::of(in, in.rows, col);
    } else {
        auto sum = Sums::start();
        for (std::int64_t w = 0; w < in.words; ++w)
            sum = Sums::add(sum, in.rows + w, in.panel + w * in.panel_pitch + col);
        return Sums::finish(sum);
    }
}

/// Adds one row, some of whose entries may be infinite or NaN, and counts the numbers.
template <class Sums, PairEnding ending>
void look_at_wild_row(const PairRows<typename Sums::Word>& in, PairColumns& out) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    for (std::int64_t col = 0; col < in.cols; col += lanes) {
        const Vector s = sum_of_row<Sums>(in, col);
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
    constexpr int together = Sums::rows_together;
    if (!in.are_tame) {
        for (; rows > 0; --rows, in.rows += in.row_pitch) look_at_wild_row<Sums, ending>(in, out);
        return;
    }
    constexpr bool may_be_planar = std::is_same_v<typename Sums::Word, float> && !Sums::takes_all_words;
    for (; rows >= together; rows -= together, in.rows += together * in.row_pitch) {
        if (may_be_planar && in.words == 2)
            look_at_rows<Sums, ending, together, 2>(in, out);
        else
            look_at_rows<Sums, ending, together, 0>(in, out);
    }
    for (; rows > 0; --rows, in.rows += in.row_pitch) look_at_rows<Sums, ending, 1, 0>(in, out);
}

/// Terms with three endings.
template <class Sums> void look_at_sums(const PairRows<typename Sums::Word>& in, std::int64_t rows, PairColumns& out) {
    switch (in.formula.ending) {
    case PairEnding::root:
        return look_at_all_rows<Sums, PairEnding::root>(in, rows, out);
    case PairEnding::gaussian:
        return look_at_all_rows<Sums, PairEnding::gaussian>(in, rows, out);
    case PairEnding::sum:
    case PairEnding::fraction: // has other terms, and so have the next ones
    case PairEnding::one_minus:
    case PairEnding::arc:
        return look_at_all_rows<Sums, PairEnding::sum>(in, rows, out);
    }
}

/// The formula that has these terms, with its own ending. Unit vectors stand for directions, so that the sum of their
/// products is the cosine.
template <class... Formulas>
void look_by(metrics::FormulaList<Formulas...>, const PairRows<float>& in, std::int64_t rows, PairColumns& out) {
    ((Formulas::terms == in.formula.terms ? look_at_all_rows<FloatSums<Formulas>, Formulas::ending>(in, rows, out)
                                          : void()),
     ...);
}

void look_at_float_rows(const PairRows<float>& in, std::int64_t rows, PairColumns& out) {
    switch (in.formula.terms) {
    case PairTerms::squared_differences:
        return look_at_sums<FloatSums<metrics::Squared>>(in, rows, out);
    case PairTerms::products:
        return look_at_sums<FloatSums<metrics::Products>>(in, rows, out);
    case PairTerms::places:
        return look_at_all_rows<PlaceSums, PairEnding::arc>(in, rows, out);
    default:
        return look_by(metrics::AllFormulas(), in, rows, out);
    }
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
