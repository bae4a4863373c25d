// SPDX-License-Identifier: MIT
// Neighbours where the distances were given (Dataset::holds_distances): the entries are read, and nothing is computed.
// A distance is finite, and its square is exact in double, so squares decide here as they do among vectors.
#pragma once

#include "kernels/neighbours/nearest.h"

#include <cstdint>
#include <vector>

namespace pairscope::neighbours {

[[nodiscard]] float given_distance(const Dataset& given, std::int64_t row, std::int64_t col);
/// The squares of one row.
[[nodiscard]] std::vector<double> given_squares(const Dataset& given, std::int64_t row);

/// Fills in the table row by row. A stopped search has fewer rows that are filled in.
void search_given(NeighbourTable& table, const Dataset& given, const RunControl& control);

/// Pairs with a distance below the radius. Each pair counts once.
[[nodiscard]] std::int64_t count_given(const Dataset& given, float radius, const RunControl& control);

} // namespace pairscope::neighbours
