// SPDX-License-Identifier: MIT
// What a variant of rbf_density is given.
#pragma once

#include "kernels/ladder/variant.h"

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

/// The relative error of a term exp(-q), but for a factor 1 + q: q has six roundings, and the exponential two units in
/// the last place. The check adds rounding_of_sum().
inline constexpr double rbf_density_tolerance = 8.0 * 0x1p-24;

/// The largest relative error of a float32 sum of n positive terms, made of partial sums of at most 128 terms that are
/// added up one after the other, in any order. Sums of registers add a few roundings. No variant may add more in a row.
[[nodiscard]] constexpr double rounding_of_sum(std::int64_t n) {
    constexpr std::int64_t terms = 128, others = 12;
    const std::int64_t partial = n < terms ? n : terms;
    return static_cast<double>(partial + n / terms + others) * 0x1p-24;
}

} // namespace pairscope
