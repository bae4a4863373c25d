// SPDX-License-Identifier: MIT
// The neighbours of one row in the order in which a user wants to read them.
#pragma once

#include "app/subjects/data/question.h"
#include "app/subjects/neighbours/neighbours.h"

#include <cstdint>
#include <vector>

namespace pairscope::app {

/// Sorts by distance or by name, without regard to case. Equal ones keep the order of their ranks.
void sort_neighbours(std::vector<Neighbour>& neighbours, const Question& question, const NeighbourOrder& order);

/// All neighbours of the row, of which there may be a million. They do not say whether they are mutual. Vectors with a
/// coordinate that is not finite are left out.
[[nodiscard]] std::vector<Neighbour> all_neighbours_of(const Question& question, std::int64_t row,
                                                       const NeighbourOrder& order);

} // namespace pairscope::app
