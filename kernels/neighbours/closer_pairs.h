// SPDX-License-Identifier: MIT
// How many pairs of vectors are closer to each other than a radius, exactly.
#pragma once

#include "kernels/neighbours/nearest.h"

#include <cstdint>
#include <optional>

namespace pairscope::neighbours {

struct CloserPairs {
    std::int64_t closer = 0; ///< pairs with distance < radius; where there is one set each pair counts once
    std::int64_t all = 0;    ///< pairs of finite vectors
    bool operator==(const CloserPairs&) const = default;
};

/// Absent if it was stopped. Points in the plane are counted by their tree: two nodes that lie within the radius of
/// each other, or farther apart, count as a whole.
[[nodiscard]] std::optional<CloserPairs> count_closer_pairs(const NeighbourQuestion& question, float radius,
                                                            const RunControl& control);

/// The largest squared distance whose float32 square root is below the radius; negative if there is none.
[[nodiscard]] float largest_square_below(float radius);

} // namespace pairscope::neighbours
