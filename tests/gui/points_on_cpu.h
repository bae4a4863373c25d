// SPDX-License-Identifier: MIT
// A small window for tests of the keyboard: 128 points, whose distances a CPU variant computes in no time.
#pragma once

#include "tests/gui/gui.h"

namespace pairscope::app {

inline StartOptions points_on_cpu() {
    StartOptions options = with_points(Shape::clusters, 128);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_simd";
    return options;
}

} // namespace pairscope::app
