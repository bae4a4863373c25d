// SPDX-License-Identifier: MIT
// Where the output of a workload is in the matrix behind it: the farthest pair, the best match of each row.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstdint>
#include <vector>

namespace pairscope::app {

struct OutputMarks {
    std::vector<Cell> pair;    ///< the places of the entry of a pair, and of its mirror
    std::vector<Cell> matches; ///< the places of the best one of each row in sight
};

/// Marks the output on the screen, as far as it lies in the region of the picture; there are no marks while it is that
/// of other data. Matches that lie within `apart` entries of each other in both directions have one mark together.
[[nodiscard]] OutputMarks output_marks_in(const State& state, const Region& region, double apart);

} // namespace pairscope::app
