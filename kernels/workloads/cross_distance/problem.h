// SPDX-License-Identifier: MIT
// What a variant of cross_distance is given.
#pragma once

#include "kernels/ladder/variant.h"

#include <cstdint>

namespace pairscope {

/// Coordinate k of vector i of the first set is a[i * a_pitch + k], or a[k * a_pitch + i] in a column-major layout. An
/// index fits into 32 bits: a set has at most 2^25 coordinates.
struct CrossSets {
    const float* a = nullptr; ///< in the device's memory, aligned to 16 bytes
    const float* b = nullptr;
    int rows = 0; ///< vectors of the first set, rows of the output
    int cols = 0; ///< vectors of the second set, columns of the output
    int dims = 0;
    int a_pitch = 0;
    int b_pitch = 0;
};

[[nodiscard]] inline CrossSets cross_sets(const Run& run) {
    const Input &a = run.problem.a, &b = run.problem.b;
    return {.a = a.floats(),
            .b = b.floats(),
            .rows = static_cast<int>(a.rows),
            .cols = static_cast<int>(b.rows),
            .dims = static_cast<int>(a.dims),
            .a_pitch = static_cast<int>(a.pitch),
            .b_pitch = static_cast<int>(b.pitch)};
}

} // namespace pairscope
