// SPDX-License-Identifier: MIT
// How close an output has to be to the double-precision reference.
#pragma once

#include "kernels/ladder/entry.h"

#include <cstdint>

namespace pairscope {

/// What the last operations of an entry may be off, relative, where all sums before them are exact (see exact_data()):
/// a root, a division or an exponential, of which the approximate instructions of a GPU are off by at most 2^-22.
inline constexpr double last_operations = 0x1p-22;

/// `tolerance` is what float32 arithmetic may be off, relative; then the result is rounded to the kind of entry.
struct Accuracy {
    double tolerance = 1e-6;
    Entry entry = Entry::float32;
    /// What the square of an entry may be off beside that, relative to the sum of the squared norms of its two vectors:
    /// the error of the expanded form |x|^2 + |y|^2 - 2 x.y. 0: the relative tolerance alone counts.
    double of_norms = 0.0;
    /// See KernelVariant::may_differ_by. 0: the output has to be the exact one.
    double may_differ_by = 0.0;
    bool may_be_negative = false; ///< see KernelVariant

    bool operator==(const Accuracy&) const = default;
    [[nodiscard]] constexpr double relative() const { return tolerance + limits_of(entry).rounding; }
};

/// An entry of a matrix that is to be judged.
struct JudgedEntry {
    std::int64_t row = 0, col = 0;
    float found = 0.0f;
    double expected = 0.0; ///< in double precision
};

} // namespace pairscope
