// SPDX-License-Identifier: MIT
// Procrustes analysis (Gower 1975): a map is moved, turned, mirrored and scaled until it lies on another map of the
// same items as well as it can.
#pragma once

#include <span>
#include <vector>

namespace pairscope::app {

struct Procrustes {
    /// The sum of squared distances that remain between partners, where both maps have the sum of squares 1 around
    /// their middles: 0 if they have the same shape, and at most 1.
    double disparity = 0.0;
    std::vector<double> fitted;    ///< the second map on the first one: x, y, x, y, ...
    std::vector<double> residuals; ///< the distance that remains for each item, in the unit of the first map
    bool is_mirrored = false;      ///< the second map had to be turned over
};

/// Both maps have a place x, y for each item, in the same order. Throws InputError where a map has all items in one
/// place, which has no shape.
[[nodiscard]] Procrustes procrustes(std::span<const double> first, std::span<const double> second);

} // namespace pairscope::app
