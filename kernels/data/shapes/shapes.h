// SPDX-License-Identifier: MIT
// The formulas of the generated shapes.
#pragma once

#include "kernels/data/shapes/generators.h"
#include "kernels/data/shapes/pcg32.h"

#include <vector>

namespace pairscope {

/// The settings must be valid. Points along a shape come in the order in which it is drawn, clusters and moons one
/// after the other: the matrix then shows the shape.
[[nodiscard]] std::vector<Point> points_of(const GeneratorSettings& settings);

} // namespace pairscope
