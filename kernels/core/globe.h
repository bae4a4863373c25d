// SPDX-License-Identifier: MIT
// Sets of points that are places on the Earth, longitude and latitude in degrees; and sets as a metric needs them.
#pragma once

#include "kernels/core/dataset.h"
#include "kernels/core/metric.h"
#include "kernels/core/problem.h"

#include <memory>

namespace pairscope {

/// Which coordinate is the latitude, by the names of the axes, and what was subtracted from both. Without such names
/// the first coordinate is the longitude.
[[nodiscard]] GlobeAxes globe_axes(const Dataset& data);

/// Are these places on the Earth whose coordinates are plain degrees? The names of the two axes must mean longitude and
/// latitude, in any order, and the coordinates must be possible: latitudes from -90 to 90 degrees, and longitudes from
/// -180 to 360 degrees. Where there are many places, it looks at about 4096 of them.
[[nodiscard]] bool are_flat_degrees(const Dataset& data);

/// The set as this metric needs it; null stays null. Other metrics than the cosine distance take every set as it is.
/// Directions are seen from the zero of the file, so an origin that was subtracted is added again, rounded to float32.
/// Where float32 cannot hold the squared length of a vector well, the vector is multiplied by a power of two, which
/// does not change its direction; Dataset::before_scaling then has the vectors as they were.
[[nodiscard]] std::shared_ptr<const Dataset> as_needed_by(Metric metric, std::shared_ptr<const Dataset> set);

} // namespace pairscope
