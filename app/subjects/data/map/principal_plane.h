// SPDX-License-Identifier: MIT
// Places in the plane for vectors of many coordinates: their first two principal components.
#pragma once

#include "kernels/data/dataset.h"

#include <array>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace pairscope::app {

/// The plane along which the vectors of one or two sets vary most. Places are x, y, x, y, ...; those of a vector with a
/// coordinate that is not finite are not finite either.
struct PrincipalPlane {
    std::vector<float> first, second;     ///< the places of the sets; second: empty where there is one set
    std::array<double, 2> variance{0, 0}; ///< the fraction of all variance along x and along y; 0 if all are equal
    /// How well the distances in a map (map.h) correlate with the given ones, up to 1. Absent: this is no map.
    std::optional<double> agreement{};
};

/// From at most 2048 vectors, which are taken evenly from both sets together (leading_axes.h). Equal sets give equal
/// planes. Both sets have the same number of coordinates and the same type; `second` may be null. Null if no vector is
/// finite, and when it was stopped.
[[nodiscard]] std::shared_ptr<const PrincipalPlane> principal_plane(const Dataset& first, const Dataset* second,
                                                                    const std::stop_token& stop = {});

} // namespace pairscope::app
