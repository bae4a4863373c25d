// SPDX-License-Identifier: MIT
// An output that is no matrix, as a table for a file.
#pragma once

#include "app/subjects/matches/matches.h"
#include "kernels/ladder/output_buffer.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pairscope::app {

/// Headings, and one line for each number, pair or match; rows are 0-based, and a missing second match has empty cells.
/// `first_rows` is how many vectors the first set has: where there are more matches, those are the second set's, and a
/// column tells whose each one is. Matches of the first set have a column with their ratio if `ratios` is not null.
[[nodiscard]] std::string output_csv(const Output& output, std::optional<std::int64_t> first_rows = {},
                                     const MatchRatios* ratios = nullptr);

} // namespace pairscope::app
