// SPDX-License-Identifier: MIT
// Where the cells of an overview are written in device memory.
#pragma once

#include "kernels/ladder/output.h"

namespace pairscope::cuda {

/// Three arrays or an RGBA32F surface; the cells are those of Overview.
struct OverviewCells {
    float* min = nullptr; ///< null: the cells go to the surface
    float* mean = nullptr;
    float* max = nullptr;
    Surface surface{};
    MatrixShape shape{};
};

} // namespace pairscope::cuda
