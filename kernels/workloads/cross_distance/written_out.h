// SPDX-License-Identifier: MIT
// The distance of two vectors, computed step by step in two forms, and data on which the second form loses its digits.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <vector>

namespace pairscope::workloads::cross_distance {

/// See MatrixCheck::written_out. Sums are written out in the order of the coordinates; a kernel may add in another
/// order.
[[nodiscard]] std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col);

/// A lattice of 16 x 16 points near (50000, 50000), spaced 1/16; the second set lies half a step beside the first one.
[[nodiscard]] Dataset far_lattice(int set);

} // namespace pairscope::workloads::cross_distance
