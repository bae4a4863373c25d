// SPDX-License-Identifier: MIT
// The texts about the cell under the mouse: its value, and the neighbours of its row.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstddef>
#include <span>

namespace pairscope::app {

/// The marked pair, whose entry in the matrix is `value`. The neighbours come from the vectors themselves, not from the
/// matrix: so they are exact whichever variant is selected, and however large the matrix is. It says which of them are
/// mutual where the table of all neighbours knows it, or where looking takes a few milliseconds at most.
[[nodiscard]] MarkedPair marked_pair(const State& state, Cell cell, float value);

/// The distances of a row as two curves, each of so many spans at most. What is not a number is left out.
[[nodiscard]] RowProfile profile_of(std::vector<double> distances, std::size_t most_spans);

} // namespace pairscope::app
