// SPDX-License-Identifier: MIT
// How the entry of a pair of vectors comes from their coordinates, as plain values. All code that computes a part of a
// matrix that is not stored, on a CPU or on a GPU, supports all of these formulas.
#pragma once

#include <cstdint>

namespace pairscope {

/// What is summed up over the coordinates of two vectors.
enum class PairTerms : std::uint8_t { squared_differences, products };

/// What the entry is of that sum s. Each of them rises or falls with s, so the extremes of entries are those of sums.
enum class PairEnding : std::uint8_t {
    sum,     ///< s
    root,    ///< sqrt(s)
    gaussian ///< exp(-s / (2 sigma^2)), where sigma is the workload's first parameter
};

struct PairFormula {
    PairTerms terms = PairTerms::squared_differences;
    PairEnding ending = PairEnding::root;
    bool operator==(const PairFormula&) const = default;
};

} // namespace pairscope
