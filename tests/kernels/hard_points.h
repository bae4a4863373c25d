// SPDX-License-Identifier: MIT
// Points that are hard for a search by place: coincident, crowded, in a line, at the ends of what a float holds.
#pragma once

#include "kernels/data/dataset.h"

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

namespace pairscope {

struct HardPoints {
    std::string name;
    std::function<Dataset()> make;
};
[[nodiscard]] std::vector<HardPoints> hard_points();

/// x0, y0, x1, y1, ...
[[nodiscard]] Dataset points_at(std::vector<float> coordinates);

} // namespace pairscope
