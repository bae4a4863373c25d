// SPDX-License-Identifier: MIT
// The distances of a matrix, part of a row by part of a row, for code that writes a matrix and never holds all of it.
#pragma once

#include "kernels/neighbours/exact/quick_sums.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/pair_keys.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// The distances that Measure::distance() gives, to the last bit. The vectors are prepared once, and quick sums decide
/// most distances.
class DistanceRows {
public:
    /// The sets must outlive this.
    explicit DistanceRows(const NeighbourQuestion& question);
    DistanceRows(const DistanceRows&) = delete; // its parts refer to its measure
    DistanceRows& operator=(const DistanceRows&) = delete;

    /// Room for the distances of vector `row` of the first set from the vectors of the second set from `first` on. They
    /// are NaN where one of the two vectors has none.
    struct Part {
        std::int64_t row = 0, first = 0;
        std::span<double> distances;
    };
    /// Parts of rows that are next to each other cost less together. May be called by several threads.
    void read(std::span<const Part> parts) const;
    void read(std::int64_t row, std::int64_t first, std::span<double> distances) const;

private:
    void look_for_whole_squares();
    [[nodiscard]] double key(std::int64_t row, std::int64_t col) const;
    [[nodiscard]] double cosine(std::int64_t row, std::int64_t col) const;

    Metric metric_;
    Measure measure_;
    std::vector<bool> usable_, usable_across_;
    std::optional<PreparedSets> sets_; ///< none: the measure reads the vectors
    std::optional<QuickSums> quick_;   ///< absent: the metric has none, or memory is short
    std::optional<int> step_exponent_; ///< for rounded_square_of_steps(); absent: there are too many digits
};

} // namespace pairscope::neighbours
