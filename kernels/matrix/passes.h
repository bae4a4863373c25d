// SPDX-License-Identifier: MIT
// Passes over a matrix in device memory. Those that return something wait for it, the others only enqueue.
#pragma once

#include "kernels/engines/cuda/workplace.h"
#include "kernels/matrix/matrix.h"
#include "kernels/matrix/overview_cells.h"

#include <cstdint>
#include <driver_types.h>

namespace pairscope::cuda {

/// Every entry becomes poison.
void poison_surface(Surface surface, MatrixShape shape, cudaStream_t stream);

[[nodiscard]] MatrixSummary summary_of(const OutputTarget& matrix, MatrixShape shape, const Workplace& at);

void reduce_matrix(const OutputTarget& matrix, MatrixShape shape, std::int64_t factor, const OverviewCells& cells,
                   cudaStream_t stream);

} // namespace pairscope::cuda
