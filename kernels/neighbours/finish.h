// SPDX-License-Identifier: MIT
// The last step of a search among points in the plane, after CPU and GPU alike.
#pragma once

#include "kernels/neighbours/nearest.h"

#include <span>

namespace pairscope::neighbours {

/// What was searched: coordinates x, y, x, y, ... as the dataset has them, and the scale of the search.
struct SearchedPlane {
    std::span<const float> points, candidates;
    bool one_set = true; ///< no point is a neighbour of itself
    double scale = 1.0;
};

/// Takes the scale out of the distances. A row with two different places so near to each other that float32 loses the
/// digits of their squared distance is decided once more, by looking at every candidate in double.
void finish_table(NeighbourTable& table, const SearchedPlane& searched, const RunControl& control);

} // namespace pairscope::neighbours
