// SPDX-License-Identifier: MIT
// Do the squared differences of coordinates fit float32? Every kernel of distances computes them.
#pragma once

#include "kernels/data/dataset.h"

#include <string>

namespace pairscope {

struct SquareLimits {
    bool overflow = false;  ///< a difference above 1.8e19: its square is infinite
    bool underflow = false; ///< two different vectors nearer than 1.1e-19: their square loses digits, or is 0
    bool operator==(const SquareLimits&) const = default;
};

/// What happens to the pairs of a set, or of two sets where there is a second one. In the plane this finds tiny
/// distances anywhere; of longer vectors only where the whole data is tiny. Vectors of more than 4096 coordinates are
/// not looked at.
[[nodiscard]] SquareLimits square_limits(const Dataset& first, const Dataset* second = nullptr);

/// The largest difference of two values in one coordinate, of a set or of two; 0 if there is none.
[[nodiscard]] double widest_difference(const Dataset& first, const Dataset* second = nullptr);

/// A note for the user, without a full stop; empty if all squares fit.
[[nodiscard]] std::string note_on(const SquareLimits& limits);

} // namespace pairscope
