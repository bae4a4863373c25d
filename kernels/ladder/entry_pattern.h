// SPDX-License-Identifier: MIT
// What wrong entries of a matrix have in common, in words: the columns whose index modulo 64 is 63, the last row, the
// diagonal. A pattern is often all that is needed to find the fault.
#pragma once

#include "kernels/ladder/entry_sample.h"
#include "kernels/ladder/output.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pairscope {

struct EntrySet {
    std::vector<MatrixEntry> sample; ///< all of its entries, or an even sample
    std::int64_t count = 0;          ///< how many entries it has
    std::int64_t looked_at = 0;      ///< entries among which they were found
    MatrixShape shape;               ///< the shape of the matrix
};

/// "all of them in columns whose index modulo 64 is 63": true of every entry of the sample, and of few other entries of
/// the matrix. "scattered over the matrix" where nothing of that kind is found; empty for a single entry.
[[nodiscard]] std::string pattern_of(const EntrySet& set);

} // namespace pairscope
