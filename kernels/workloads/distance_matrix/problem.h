// SPDX-License-Identifier: MIT
// What a variant of distance_matrix is given.
#pragma once

#include "kernels/ladder/variant.h"

#include <cstdint>

namespace pairscope {

struct DistanceMatrixProblem {
    const float* points = nullptr; ///< x0 y0 x1 y1 ..., 2 n floats in the device's memory, aligned to 16 bytes
    std::int64_t n = 0;
    OutputTarget out; ///< n x n
};

[[nodiscard]] inline DistanceMatrixProblem distance_matrix_problem(const Run& run) {
    return {run.problem.a.floats(), run.problem.a.rows, run.problem.out};
}

} // namespace pairscope
