// SPDX-License-Identifier: MIT
// How many pairs of vectors are closer to each other than a radius, exactly.
#pragma once

#include "kernels/neighbours/nearest.h"

#include <cstdint>
#include <optional>

namespace pairscope::neighbours {

/// Where there is one set each pair counts once.
struct CloserPairs {
    std::int64_t closer = 0; ///< pairs whose distance is below the radius
    /// Pairs at the radius, which are not among the closer ones. Numbers of a file such as 0.1 were rounded to double,
    /// so that such a distance may come out above or below the radius by chance: Measure::compare_with_radius().
    std::int64_t at_radius = 0;
    std::int64_t all = 0; ///< pairs of finite vectors
    bool operator==(const CloserPairs&) const = default;
};

/// Absent if it was stopped. Points in the plane are counted by their tree: two nodes that lie within the radius of
/// each other, or farther apart, count as a whole.
[[nodiscard]] std::optional<CloserPairs> count_closer_pairs(const NeighbourQuestion& question, double radius,
                                                            const RunControl& control);

} // namespace pairscope::neighbours
