// SPDX-License-Identifier: MIT
// What a variant of great_circle_distance is given.
#pragma once

#include "kernels/ladder/variant.h"
#include "kernels/metrics/places.h"

namespace pairscope {

struct PlacesProblem {
    const float* coordinates = nullptr; ///< two of each place, in the device's memory, aligned to 16 bytes
    int n = 0;
    globe::Frame<float> frame;
    OutputTarget out; ///< n x n
};

[[nodiscard]] inline PlacesProblem places_problem(const Run& run) {
    const Input& set = run.problem.a;
    return {set.floats(), static_cast<int>(set.rows), globe::frame_of<float>(set.globe), run.problem.out};
}

} // namespace pairscope
