// SPDX-License-Identifier: MIT
// What a variant of these metrics is given.
#pragma once

#include "kernels/engines/cuda/side.h"
#include "kernels/ladder/variant.h"

namespace pairscope::metrics::inline PAIRSCOPE_SIDE {

/// One set of vectors. Coordinate k of vector i is data[i * pitch + k], or data[k * pitch + i] in a column-major
/// layout. An index fits into 32 bits: the output is stored, so a set has at most 2^15 vectors and 2^25 coordinates.
struct Set {
    const float* data = nullptr; ///< in the device's memory, aligned to 16 bytes
    int count = 0;               ///< vectors: rows and columns of the output
    int dims = 0;
    int pitch = 0;
};

[[nodiscard]] inline Set set_of(const Run& run) {
    const Input& set = run.problem.a;
    return {.data = set.floats(),
            .count = static_cast<int>(set.rows),
            .dims = static_cast<int>(set.dims),
            .pitch = static_cast<int>(set.pitch)};
}

} // namespace pairscope::metrics::inline PAIRSCOPE_SIDE
