// SPDX-License-Identifier: MIT
// The distances of a matrix, part of a row by part of a row, for who writes a matrix and never has all of it.
#pragma once

#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/pair_keys.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// Distances in double, right but for rounding. Great-circle distances, given ones and those of a workload's own metric
/// are the ones that Measure::distance() gives.
class DistanceRows {
public:
    /// The sets must outlive this.
    explicit DistanceRows(const NeighbourQuestion& question);
    DistanceRows(const DistanceRows&) = delete; // its parts refer to its measure
    DistanceRows& operator=(const DistanceRows&) = delete;

    /// The distances of vector `row` of the first set from the vectors of the second set that begin at `first`. NaN
    /// where one of the two has none. May be called by several threads.
    void read(std::int64_t row, std::int64_t first, std::span<double> distances) const;

private:
    template <class DistanceOf>
    void fill(std::int64_t row, std::int64_t first, std::span<double> distances, DistanceOf distance_of) const;

    Metric metric_;
    bool is_measured_; ///< by the measure itself, not by cheap keys
    Measure measure_;
    std::vector<bool> usable_, usable_across_;
    std::optional<KeysOfFloats> floats_;
    std::optional<PreparedSets> sets_;
};

} // namespace pairscope::neighbours
