// SPDX-License-Identifier: MIT
// What is lost when the numbers of a file are rounded to float32, counted for the user.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace pairscope {

struct RoundingLoss {
    std::int64_t merged = 0; ///< rows whose values equal those of a row with other low parts
    /// Rows whose own rounding is more than a millionth of the distance to the nearest of 1 000 sampled rows.
    std::int64_t near = 0;
    std::int64_t sampled = 0;   ///< how many rows were sampled if not all were: `near` may be larger then; 0: all were
    std::int64_t looked_at = 0; ///< rows that `near` was counted among: all, but for large sets
    std::int64_t rows = 0;      ///< all of them
};

/// How much the low parts of a set matter to its values. `across` are the vectors that it is compared with, often the
/// same set. Rows at distance 0 from each other lose nothing.
[[nodiscard]] RoundingLoss rounding_loss(const Dataset& data, const Dataset& across);

/// A note for the user, without a full stop; empty if nothing was lost. `what` is one of the rows: "vector", "point".
/// `are_listed`: there are lists of neighbours of such rows, which know the low parts.
[[nodiscard]] std::string note_on(const RoundingLoss& loss, std::string_view what, bool are_listed = true);

} // namespace pairscope
