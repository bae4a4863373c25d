// SPDX-License-Identifier: MIT
// What is told about the cell under the mouse: its value, and the nearest points of its row.
#pragma once

#include "app/state/state.h"

#include <cstddef>
#include <span>

namespace pairscope::app {

/// From the matrix's row `cell.row`, as the variant computed it. Neighbours are nearest first, at most `count`, without
/// NaN and infinite entries, and where there is one set without the row's own point; of equally near ones the first
/// rows. `largest_first`: the entries are large between near vectors.
[[nodiscard]] MarkedPair marked_pair_in(std::span<const float> row, Cell cell, std::size_t count, bool one_set = true,
                                        bool largest_first = false);

} // namespace pairscope::app
