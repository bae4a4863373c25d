// SPDX-License-Identifier: MIT
// What a variant of farthest_pair is given.
#pragma once

#include "kernels/ladder/variant.h"

#include <cstdint>

namespace pairscope {

struct FarthestPairProblem {
    const std::uint8_t* data = nullptr; ///< in the variant's layout: see Layout
    std::int64_t pitch = 0;             ///< see Input::pitch
    int n = 0, dims = 0;
    FoundPair* pair = nullptr; ///< where the output goes: the two rows, the lower one first, and their squared distance
};

[[nodiscard]] inline FarthestPairProblem farthest_pair_problem(const Problem& problem) {
    return {problem.a.bytes(), problem.a.pitch, static_cast<int>(problem.a.rows), static_cast<int>(problem.a.dims),
            pair_out(problem)};
}

namespace farthest {

/// Each difference of two bytes is at most 255, so with this many coordinates a squared distance still fits into 32
/// bits without a sign.
constexpr std::int64_t most_coordinates = 65535;
static_assert(most_coordinates * 255 * 255 < std::int64_t{1} << 32);
constexpr std::int64_t most_vectors = 1 << 20;

} // namespace farthest
} // namespace pairscope
