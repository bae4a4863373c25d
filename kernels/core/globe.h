// SPDX-License-Identifier: MIT
// Sets of points that are places on the Earth, longitude and latitude in degrees; and sets as a metric needs them.
#pragma once

#include "kernels/core/dataset.h"
#include "kernels/core/workload.h"

#include <memory>

namespace pairscope {

/// Which coordinate is the latitude, by the names of the axes, and what was subtracted from both. Without such names
/// the first coordinate is the longitude.
[[nodiscard]] GlobeAxes globe_axes(const Dataset& data);

/// Are these places on the Earth whose coordinates are plain degrees? The names of the two axes must mean longitude and
/// latitude, in any order, and the coordinates must be possible: latitudes from -90 to 90 degrees, and longitudes from
/// -180 to 360 degrees. Where there are many places, it looks at about 4096 of them.
[[nodiscard]] bool are_flat_degrees(const Dataset& data);

/// Is the answer to this workload the same if a number is subtracted from a coordinate of all vectors? An own distance
/// of the workload is not known to be so.
[[nodiscard]] bool compares_differences(const WorkloadType& type);

/// The set as this workload needs it; null stays null. A workload that does not compare differences sees coordinates
/// from the zero of the file, so an origin that was subtracted is added again. Where float32 cannot hold the squared
/// length of a vector well and only its direction counts, the vector is multiplied by a power of two. Dataset::original
/// then has the set as it was loaded, and this is what other workloads get.
[[nodiscard]] std::shared_ptr<const Dataset> as_needed_by(const WorkloadType& type, std::shared_ptr<const Dataset> set);

} // namespace pairscope
