// SPDX-License-Identifier: MIT
// Passes over a matrix in device memory. Those that return something wait for it, the others only enqueue.
#pragma once

#include "kernels/cuda/workplace.h"
#include "kernels/matrix/matrix.h"

#include <cstdint>
#include <driver_types.h>

namespace pairscope::cuda {

/// Every entry becomes poison.
void poison_surface(Surface surface, MatrixShape shape, cudaStream_t stream);

[[nodiscard]] MatrixSummary summary_of(const AnswerTarget& matrix, MatrixShape shape, const Workplace& at);

/// Into three arrays or an RGBA32F surface on the device; the cells are those of Overview.
struct OverviewCells {
    float* min = nullptr; ///< null: the cells go to the surface
    float* mean = nullptr;
    float* max = nullptr;
    Surface surface{};
    MatrixShape shape{};
};
void reduce_matrix(const AnswerTarget& matrix, MatrixShape shape, std::int64_t factor, const OverviewCells& cells,
                   cudaStream_t stream);

} // namespace pairscope::cuda
