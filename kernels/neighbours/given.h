// SPDX-License-Identifier: MIT
// Neighbours where the distances were given (Dataset::holds_distances): the entries are read, and nothing is computed.
#pragma once

#include "kernels/neighbours/nearest.h"

#include <cstdint>

namespace pairscope::neighbours {

/// The entry as the file has it: the decimal number of fewest digits that is held as this entry.
[[nodiscard]] double given_distance(const Dataset& given, std::int64_t row, std::int64_t col);

/// Fills in the table row by row. A stopped search has fewer rows that are filled in.
void search_given(NeighbourTable& table, const Dataset& given, const RunControl& control);

} // namespace pairscope::neighbours
