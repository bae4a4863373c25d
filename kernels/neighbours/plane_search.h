// SPDX-License-Identifier: MIT
// The search for the nearest neighbours of points in the plane, on the CPU.
#pragma once

#include "kernels/neighbours/measure.h"

namespace pairscope::neighbours {

/// Fills in the table. A stopped search has fewer rows that are filled in.
void search_plane(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                  const RunControl& control);

} // namespace pairscope::neighbours
