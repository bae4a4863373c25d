// SPDX-License-Identifier: MIT
// The Gaussian of the distance of two points, computed step by step.
#pragma once

#include "kernels/ladder/workload.h"

#include <cstdint>
#include <vector>

namespace pairscope::workloads::rbf_matrix {

/// See MatrixCheck::written_out.
[[nodiscard]] std::vector<WrittenOut> written_out(const Problem& problem, std::int64_t row, std::int64_t col);

} // namespace pairscope::workloads::rbf_matrix
