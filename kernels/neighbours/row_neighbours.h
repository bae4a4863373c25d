// SPDX-License-Identifier: MIT
// The neighbours of one vector, by looking at all others: what a user points at has to be there in the same frame.
#pragma once

#include "kernels/neighbours/nearest.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

struct RowNeighbour {
    std::int64_t row = 0;
    double distance = 0.0;
    std::int64_t rank = 0;        ///< from 1: how many vectors come up to this one
    std::optional<bool> mutual{}; ///< Has the neighbour this row among its own k nearest ones? Absent: not looked for
    bool operator==(const RowNeighbour&) const = default;
};

struct RowNeighbours {
    std::vector<RowNeighbour> nearest;    ///< at most k, nearest first
    std::optional<RowNeighbour> farthest; ///< if several are equally far, the one with the lowest row
    std::int64_t others = 0;              ///< vectors that can be neighbours of this one
    std::int64_t left_out = 0;            ///< vectors with a coordinate that is not finite, the row's own too
    bool finite = true;                   ///< whether the row itself is; else it has no neighbours
    bool operator==(const RowNeighbours&) const = default;
};

/// The cheap keys of the pairs of `row` with all vectors of the second set, or the same set: distance_of_key() makes
/// distances of them, which are right but for rounding. NaN where there is no distance.
[[nodiscard]] std::vector<double> keys_of(const NeighbourQuestion& question, std::int64_t row);
/// The rows of all neighbours of `row`, in their exact order.
[[nodiscard]] std::vector<std::int64_t> rows_in_order(const NeighbourQuestion& question, std::int64_t row,
                                                      std::span<const double> keys);
/// The distances of `row` from all vectors, from their keys: right but for rounding.
[[nodiscard]] std::vector<double> distances_of_keys(const NeighbourQuestion& question, std::span<const double> keys);

/// Finds the neighbours of the vector `row` of the first set. `with_mutual` looks from each neighbour back, which takes
/// k times as long.
[[nodiscard]] RowNeighbours neighbours_of_row(const NeighbourQuestion& question, std::int64_t row, bool with_mutual);
/// Like neighbours_of_row(), where the keys of the row are known already.
[[nodiscard]] RowNeighbours neighbours_by_keys(const NeighbourQuestion& question, std::int64_t row,
                                               std::span<const double> keys, bool with_mutual);

/// The distance and the rank of one vector of the second set, or the same set, as a neighbour of `row`. Absent where
/// one of the two is not finite, or both are the same vector.
[[nodiscard]] std::optional<RowNeighbour> as_neighbour(const NeighbourQuestion& question, std::int64_t row,
                                                       std::int64_t col);
[[nodiscard]] std::optional<RowNeighbour> as_neighbour(const NeighbourQuestion& question, std::int64_t row,
                                                       std::int64_t col, std::span<const double> keys);

/// Absent where one of the two is not finite.
[[nodiscard]] std::optional<double> distance_between(const NeighbourQuestion& question, std::int64_t row,
                                                     std::int64_t col);

} // namespace pairscope::neighbours
