// SPDX-License-Identifier: MIT
// What a variant of byte_matches is given.
#pragma once

#include "kernels/ladder/variant.h"

#include <cstdint>

namespace pairscope {

struct ByteMatchesProblem {
    Input queries, candidates; ///< uint8, in the variant's layout
    float weight = 1.0f;
    FoundMatch* matches = nullptr; ///< one for each query
};

[[nodiscard]] inline ByteMatchesProblem byte_matches_problem(const Problem& problem) {
    const float weight = problem.parameters.empty() ? 1.0f : static_cast<float>(problem.parameters[0]);
    return {problem.a, problem.b, weight, matches_out(problem)};
}

} // namespace pairscope
