// SPDX-License-Identifier: MIT
// The great-circle distance of two places, computed step by step.
#pragma once

#include "kernels/ladder/workload.h"

#include <cstdint>
#include <vector>

namespace pairscope::workloads::great_circle_distance {

/// See MatrixCheck::written_out.
[[nodiscard]] std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col);

} // namespace pairscope::workloads::great_circle_distance
