// SPDX-License-Identifier: MIT
// How near an answer has to be to the double-precision reference.
#pragma once

#include "kernels/core/entry.h"

namespace pairscope {

/// `tolerance` is what float32 arithmetic may be off, relative; then the result is rounded to the kind of entry.
struct Accuracy {
    double tolerance = 1e-6;
    Entry entry = Entry::float32;

    [[nodiscard]] constexpr double relative() const { return tolerance + limits_of(entry).rounding; }
};

} // namespace pairscope
