// SPDX-License-Identifier: MIT
// What an engine does to a matrix besides running variants: fill it, judge it, look at it. Passes that return something
// wait for it, the others only enqueue.
#pragma once

#include "kernels/core/compare.h"
#include "kernels/core/distance_matrix.h"
#include "kernels/core/engine.h"
#include "kernels/core/matrix.h"
#include "kernels/cuda/scratch.h"

#include <cstdint>
#include <driver_types.h>
#include <stop_token>
#include <vector>

namespace pairscope::cuda {

/// Where a pass works: on a stream of the current device, with memory that no other pass uses meanwhile.
struct Workplace {
    cudaStream_t stream;
    Scratch& scratch;
};

/// Every entry becomes poison: the first `count` of memory, or all of a texture.
void poison_memory(const LinearMemory& memory, std::int64_t count, cudaStream_t stream);
void poison_surface(Surface surface, MatrixShape shape, cudaStream_t stream);

/// A distance matrix and the points it is of, both on the device.
struct DistancesToJudge {
    const float* points = nullptr; ///< x0 y0 x1 y1 ...
    std::int64_t n = 0;
    MatrixTarget matrix;
    Accuracy accuracy;
};
/// Compares every entry of these rows, which ascend, with the distance in double precision. `found` and `expected` of
/// the first wrong entry are left to the caller.
[[nodiscard]] Comparison judge(const DistancesToJudge& question, const std::vector<std::int64_t>& rows,
                               std::stop_token stop, const Workplace& at);

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
