// SPDX-License-Identifier: MIT
// Looks at every entry of a matrix in host memory, with all threads.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/matrix/matrix.h"

namespace pairscope::cpu {

/// A stopped summary has seen fewer entries.
[[nodiscard]] MatrixSummary summary_of(LinearMemory matrix, MatrixShape shape, const RunControl& control);

/// The matrix reduced by a whole factor.
[[nodiscard]] Overview overview_of(LinearMemory matrix, MatrixShape shape, std::int64_t factor);

} // namespace pairscope::cpu
