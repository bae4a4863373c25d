// SPDX-License-Identifier: MIT
// What a variant of rbf_density is given.
#pragma once

#include "kernels/core/variant.h"

#include <cstdint>

namespace pairscope {

struct RbfDensityProblem {
    const float* points = nullptr; ///< x0 y0 x1 y1 ..., 2 n floats in the device's memory, aligned to 16 bytes
    std::int64_t n = 0;
    double sigma = 1.0;             ///< the width of the kernel, in the unit of the coordinates
    float* sums = nullptr;          ///< n numbers
    std::byte* workspace = nullptr; ///< see KernelVariant::workspace_bytes
};

[[nodiscard]] inline RbfDensityProblem rbf_density_problem(const Problem& problem) {
    return {problem.a.floats(), problem.a.rows, problem.parameters[0], values_out(problem), problem.workspace};
}

/// The relative error that the check allows. It is that of float32 sums that are made of short partial sums.
inline constexpr double rbf_density_tolerance = 2e-5;

} // namespace pairscope
