// SPDX-License-Identifier: MIT
// The two places a matrix is read back from.
#pragma once

#include "kernels/core/matrix.h"

#include <cstdint>
#include <cuda_runtime.h>
#include <variant>

namespace pairscope::cuda {

struct LinearSource {
    const float* data;
    std::int64_t pitch; ///< [entries]

    __device__ float load(int row, int col) const { return data[row * pitch + col]; }
};

struct SurfaceSource {
    cudaSurfaceObject_t surface;

    __device__ float load(int row, int col) const { return surf2Dread<float>(surface, col * 4, row); }
};

/// Calls `launch` with the source a kernel can use.
template <class Launch> void with_source(const MatrixTarget& matrix, Launch launch) {
    if (const auto* memory = std::get_if<LinearMemory>(&matrix)) {
        launch(LinearSource{memory->data, memory->pitch});
    } else {
        launch(SurfaceSource{std::get<Surface>(matrix).handle});
    }
}

} // namespace pairscope::cuda
