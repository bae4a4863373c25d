// SPDX-License-Identifier: MIT
// What a variant of rbf_matrix is given.
#pragma once

#include "kernels/ladder/variant.h"

#include <cstdint>

namespace pairscope {

struct RbfMatrixProblem {
    const float* points = nullptr; ///< x0 y0 x1 y1 ..., 2 n floats in the device's memory, aligned to 16 bytes
    std::int64_t n = 0;
    double sigma = 1.0; ///< the width of the kernel, in the unit of the coordinates
    OutputTarget out;   ///< n x n
};

[[nodiscard]] inline RbfMatrixProblem rbf_matrix_problem(const Run& run) {
    const Problem& problem = run.problem;
    return {problem.a.floats(), problem.a.rows, problem.parameters[0], problem.out};
}

} // namespace pairscope
