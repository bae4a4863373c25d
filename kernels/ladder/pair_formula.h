// SPDX-License-Identifier: MIT
// How the entry of a pair of vectors comes from their coordinates, as plain values. All code that computes a part of a
// matrix that is not stored, on a CPU or on a GPU, supports all of these formulas.
#pragma once

#include <cstdint>

namespace pairscope {

/// The number s that is found from the coordinates of two vectors.
enum class PairTerms : std::uint8_t {
    squared_differences,  ///< their sum
    products,             ///< their sum
    absolute_differences, ///< their sum
    largest_difference,   ///< the largest absolute difference
    relative_differences, ///< the sum of |a - b| / (|a| + |b|), where 0 / 0 counts as 0
    unequal,              ///< how many coordinates differ
    directions, ///< the cosine of the angle between the vectors; 0 if one of them is zero, and so has no direction
    places      ///< tan^2 of half the angle between two places on the Earth: see kernels/metrics/places.h
};

/// What the entry is of s. Each of them rises or falls with s, so the extremes of entries are those of s.
enum class PairEnding : std::uint8_t {
    sum,       ///< s
    root,      ///< sqrt(s)
    gaussian,  ///< exp(-s / (2 sigma^2)), where sigma is the workload's first parameter
    fraction,  ///< s divided by the number of coordinates
    one_minus, ///< 1 - s, or 0 if rounding makes it negative
    arc        ///< the kilometres along the surface of the Earth
};

struct PairFormula {
    PairTerms terms = PairTerms::squared_differences;
    PairEnding ending = PairEnding::root;
    bool operator==(const PairFormula&) const = default;
};

/// Is there code for this formula? Squared differences and products have the first three endings; each of the other
/// terms has the one that makes a distance of it.
[[nodiscard]] constexpr bool is_computed(const PairFormula& formula) {
    switch (formula.terms) {
    case PairTerms::squared_differences:
    case PairTerms::products:
        return formula.ending == PairEnding::sum || formula.ending == PairEnding::root ||
               formula.ending == PairEnding::gaussian;
    case PairTerms::unequal:
        return formula.ending == PairEnding::fraction;
    case PairTerms::directions:
        return formula.ending == PairEnding::one_minus;
    case PairTerms::places:
        return formula.ending == PairEnding::arc;
    default:
        return formula.ending == PairEnding::sum;
    }
}
/// Can the coordinates be bytes?
[[nodiscard]] constexpr bool takes_bytes(PairTerms terms) {
    return terms == PairTerms::squared_differences || terms == PairTerms::products;
}

} // namespace pairscope
