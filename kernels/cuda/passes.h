// SPDX-License-Identifier: MIT
// What an engine does to a matrix besides running variants: fill it, look at it. Passes that return something wait for
// it, the others only enqueue.
#pragma once

#include "kernels/core/engine.h"
#include "kernels/core/matrix.h"
#include "kernels/cuda/workplace.h"

#include <cstdint>
#include <driver_types.h>

namespace pairscope::cuda {

/// Every entry becomes poison: the first `count` of memory, or all of a texture.
void poison_memory(const LinearMemory& memory, std::int64_t count, cudaStream_t stream);
void poison_surface(Surface surface, MatrixShape shape, cudaStream_t stream);

[[nodiscard]] MatrixSummary summary_of(const MatrixTarget& matrix, MatrixShape shape, const Workplace& at);

/// Into three arrays or an RGBA32F surface on the device; the cells are those of Overview.
struct OverviewCells {
    float* min = nullptr; ///< null: the cells go to the surface
    float* mean = nullptr;
    float* max = nullptr;
    Surface surface{};
    MatrixShape shape{};
};
void reduce_matrix(const MatrixTarget& matrix, MatrixShape shape, std::int64_t factor, const OverviewCells& cells,
                   cudaStream_t stream);

} // namespace pairscope::cuda
