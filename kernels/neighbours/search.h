// SPDX-License-Identifier: MIT
// The one place that chooses between CPU and GPU for a search of all neighbours.
#pragma once

#include "kernels/ladder/device.h"
#include "kernels/neighbours/nearest.h"

namespace pairscope::neighbours {

/// On that device where it is a GPU and the vectors are one set of points in the plane, else on the CPU. Both give the
/// same table, to the last bit.
[[nodiscard]] NeighbourTable nearest_neighbours_on(const Device& device, const NeighbourQuestion& question,
                                                   const RunControl& control);

} // namespace pairscope::neighbours
