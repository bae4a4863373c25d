// SPDX-License-Identifier: MIT
// Sets of points that are places on the Earth: longitude and latitude in degrees.
#pragma once

#include "kernels/core/dataset.h"
#include "kernels/core/problem.h"

namespace pairscope {

/// Which coordinate is the latitude, by the names of the axes, and what was subtracted from both. Without such names
/// the first coordinate is the longitude.
[[nodiscard]] GlobeAxes globe_axes(const Dataset& data);

/// Are these places on the Earth whose coordinates are plain degrees? The names of the two axes must mean longitude and
/// latitude, in any order, and the coordinates must be possible: latitudes from -90 to 90 degrees, and longitudes from
/// -180 to 360 degrees. Where there are many places, it looks at about 4096 of them.
[[nodiscard]] bool are_flat_degrees(const Dataset& data);

} // namespace pairscope
