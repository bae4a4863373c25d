// SPDX-License-Identifier: MIT
// All pairs of vectors within a radius, exactly, row by row.
#pragma once

#include "kernels/neighbours/key_tree.h"
#include "kernels/neighbours/pair_keys.h"
#include "kernels/neighbours/radius_limit.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

enum class PairSides : bool { once, both }; ///< is a pair of one set found from one of its two rows, or from both?

/// A vector of the second set, or of the same one, that is near a row.
struct NearVector {
    std::int64_t row = 0;
    double distance = 0.0;
    bool is_at_radius = false; ///< it cannot be told from the radius: see Measure::compare_with_radius()
};

/// Which vectors are closer to a row than the radius, or at the radius. Vectors of up to three numbers are searched for
/// in a tree; of others every pair is looked at.
class PairsWithin {
public:
    /// The sets must outlive this. A stopped one is of no use.
    PairsWithin(const NeighbourQuestion& question, double radius, const std::stop_token& stop);
    PairsWithin(const PairsWithin&) = delete; // its parts refer to its measure
    PairsWithin& operator=(const PairsWithin&) = delete;

    [[nodiscard]] std::int64_t rows() const { return question_.first.rows; }
    /// Appends the vectors near `row` in ascending order. The vector itself is left out where it is among them. May be
    /// called by several threads.
    void find(std::int64_t row, PairSides sides, std::vector<NearVector>& found) const;

private:
    void look_at_all(std::int64_t row, std::int64_t from, std::vector<NearVector>& found) const;

    NeighbourQuestion question_;
    Measure measure_;
    RadiusLimit limit_;
    std::vector<bool> usable_, usable_across_;
    std::optional<PreparedSets> sets_;
    std::optional<KeyTree> tree_;
    std::optional<KeysOfFloats> floats_;
};

/// Calls take(row, near vectors) for all rows in ascending order, from this thread. Many threads search, and only the
/// vectors of few rows are in memory. False if it was stopped.
bool for_each_row_within(const PairsWithin& pairs, PairSides sides, const RunControl& control,
                         const std::function<void(std::int64_t row, std::span<const NearVector> near)>& take);

} // namespace pairscope::neighbours
