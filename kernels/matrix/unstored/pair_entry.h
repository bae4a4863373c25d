// SPDX-License-Identifier: MIT
// One entry by a formula, and the sample of a block. Host and device share it.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/matrix/both_sides.h"
#include "kernels/matrix/unstored/block_layout.h"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/places.h"

#include <cmath>
#include <cstdint>

namespace pairscope::matrix::inline PAIRSCOPE_SIDE {

/// The sum over the coordinates of two vectors of float32. A vector with itself gives its squares.
template <class Formula> PAIRSCOPE_BOTH_SIDES float sum_of_floats(const float* a, const float* b, std::int64_t dims) {
    constexpr std::int64_t chains = 8; // sums that do not wait for each other
    float sums[chains] = {};
    std::int64_t first = 0;
    for (; first + chains <= dims; first += chains)
        for (std::int64_t c = 0; c < chains; ++c) sums[c] = Formula::added(sums[c], a[first + c], b[first + c]);
    float sum = 0.0f;
    for (; first < dims; ++first) sum = Formula::added(sum, a[first], b[first]);
    for (const float part : sums) sum = Formula::joined(sum, part);
    return sum;
}

/// By the formula that has these terms.
template <class... Formulas>
PAIRSCOPE_BOTH_SIDES float sum_by(metrics::FormulaList<Formulas...>, PairTerms terms, const float* a, const float* b,
                                  std::int64_t dims) {
    float sum = 0.0f;
    ((Formulas::terms == terms ? void(sum = sum_of_floats<Formulas>(a, b, dims)) : void()), ...);
    return sum;
}

/// Vector i of a set, as a place on the Earth.
PAIRSCOPE_BOTH_SIDES inline globe::Place<float> place_of_vector(const Input& set, std::int64_t i) {
    const float* const at = static_cast<const float*>(set.data) + i * set.pitch;
    return globe::place_of(globe::frame_of<float>(set.globe), at[0], at[1]);
}

/// The number s of the formula, of vector i of the first and j of the second set. That of bytes is exact before it is
/// rounded to float32.
PAIRSCOPE_BOTH_SIDES inline float sum_of_pair(const PairQuestion& question, std::int64_t i, std::int64_t j) {
    using metrics::Cosine;
    const std::int64_t dims = question.a.dims, at_a = i * question.a.pitch, at_b = j * question.b.pitch;
    const PairTerms terms = question.formula.terms;
    if (question.a.element == Element::uint8) {
        const auto *a = static_cast<const std::uint8_t*>(question.a.data) + at_a,
                   *b = static_cast<const std::uint8_t*>(question.b.data) + at_b;
        std::uint32_t sum = 0; // 65535 squares of differences of bytes fit
        for (std::int64_t k = 0; k < dims; ++k) {
            const int difference = int{a[k]} - int{b[k]};
            const int term = terms == PairTerms::products ? int{a[k]} * int{b[k]} : difference * difference;
            sum += static_cast<std::uint32_t>(term);
        }
        return static_cast<float>(sum);
    }
    const auto *a = static_cast<const float*>(question.a.data) + at_a,
               *b = static_cast<const float*>(question.b.data) + at_b;
    if (terms == PairTerms::products) return sum_of_floats<metrics::Products>(a, b, dims);
    if (terms == PairTerms::places)
        return globe::squared_tangent(globe::frame_of<float>(question.a.globe), place_of_vector(question.a, i),
                                      place_of_vector(question.b, j));
    const float sum = sum_by(metrics::AllFormulas(), terms, a, b, dims);
    if (terms != PairTerms::directions) return sum;
    return sum * Cosine::weight(sum_of_floats<Cosine>(a, a, dims)) * Cosine::weight(sum_of_floats<Cosine>(b, b, dims));
}

/// The entry with that s. A NaN stays one.
PAIRSCOPE_BOTH_SIDES inline float entry_of_sum(const PairQuestion& question, float sum) {
    switch (question.formula.ending) {
    case PairEnding::sum:
        return sum;
    case PairEnding::root:
        return sqrtf(sum);
    case PairEnding::gaussian:
        return expf(question.factor * sum);
    case PairEnding::fraction:
        return question.factor * sum;
    case PairEnding::one_minus:
        return metrics::Cosine::entry(sum, 1.0f, 1.0f);
    case PairEnding::arc:
        return globe::kilometres_of(sum);
    }
    return sum;
}

/// A range of rows or columns.
struct Span {
    std::int64_t first = 0, count = 0;

    /// Part p of `parts` equal ones.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES Span part(std::int64_t p, std::int64_t parts) const {
        const std::int64_t begin = p * count / parts, end = (p + 1) * count / parts;
        return {first + begin, end - begin};
    }
    /// `random` has 32 random bits.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES std::int64_t place(std::uint64_t random) const {
        return first + static_cast<std::int64_t>(random * static_cast<std::uint64_t>(count) >> 32);
    }
};

/// The places of a block that are looked at: parts_down x parts_across of them.
struct BlockSample {
    Span rows, cols;
    std::int64_t parts_down = 0, parts_across = 0;

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES MatrixShape place(std::int64_t index) const {
        const std::int64_t down = index / parts_across, across = index % parts_across;
        // 64 bits that depend on the block's place and on the part: the output function of SplitMix64.
        std::uint64_t bits = static_cast<std::uint64_t>(rows.first) * 0x9e3779b97f4a7c15u +
                             static_cast<std::uint64_t>(cols.first) * 0xd1342543de82ef95u +
                             static_cast<std::uint64_t>(index) * 0xaf251af3b0f025b5u;
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
        bits ^= bits >> 31;
        return {rows.part(down, parts_down).place(bits >> 32),
                cols.part(across, parts_across).place(bits & 0xffffffffu)};
    }
};

/// The sample of block (i, j), with at most per_side^2 entries. Mirrored blocks have mirrored samples.
PAIRSCOPE_BOTH_SIDES inline BlockSample sample_of_block(const BlockLayout& layout, std::int64_t i, std::int64_t j,
                                                        std::int64_t per_side) {
    const BlockGrid& grid = layout.grid;
    const auto cut = [&](std::int64_t first, std::int64_t end) {
        const std::int64_t count = end - first < grid.side ? end - first : grid.side;
        return Span{first, count > 0 ? count : 0};
    };
    Span rows = cut(grid.first_row + i * grid.side, layout.matrix.rows);
    Span cols = cut(grid.first_col + j * grid.side, layout.matrix.cols);
    if (layout.is_below_diagonal(i, j)) {
        const Span swapped = rows;
        rows = cols;
        cols = swapped;
    }
    return {.rows = rows,
            .cols = cols,
            .parts_down = rows.count < per_side ? rows.count : per_side,
            .parts_across = cols.count < per_side ? cols.count : per_side};
}

/// Adds one entry to what was found.
PAIRSCOPE_BOTH_SIDES inline void add_entry(BlockTotal& total, float entry) {
    if (entry == entry) total.add({.min = entry, .max = entry, .sum = entry, .count = 1.0}, 1);
}

} // namespace pairscope::matrix::inline PAIRSCOPE_SIDE
