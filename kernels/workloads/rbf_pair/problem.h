// SPDX-License-Identifier: MIT
// What a variant of rbf_pair is given.
#pragma once

#include "kernels/ladder/variant.h"

#include <cstdint>

namespace pairscope {

struct RbfPairProblem {
    const float* x = nullptr; ///< n floats in the device's memory, aligned to 16 bytes
    const float* y = nullptr;
    std::int64_t n = 0;
    double factor = 0.0;     ///< -1 / (2 sigma^2): the output is exp(factor * |x - y|^2)
    double* value = nullptr; ///< where the output goes
};

[[nodiscard]] inline RbfPairProblem rbf_pair_problem(const Problem& problem) {
    const double sigma = problem.parameters.empty() ? 1.0 : problem.parameters[0];
    return {problem.a.floats(), problem.b.floats(), problem.a.dims, -0.5 / (sigma * sigma), scalar_out(problem)};
}

} // namespace pairscope
