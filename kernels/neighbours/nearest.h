// SPDX-License-Identifier: MIT
// The k nearest neighbours of all vectors, exactly. Points in the plane and places on the Earth are searched for in a
// tree, and so are vectors of three coordinates by some metrics; of others every pair is looked at.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/workload.h"
#include "kernels/neighbours/nearest_list.h"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::neighbours {

/// For each vector of the first set the nearest ones of the second; where there is one set, of the same without itself.
///
/// The order is that of the exact distances of the loaded coordinates, which are Dataset::values and Dataset::low
/// together; measure.h says what an exact distance is by each metric. The lower row
/// comes first where vectors are equally near. Vectors with a coordinate that is not finite, and places that are not on
/// the Earth, are left out. Where the set holds distances instead of vectors, its entries decide: see given.h.
struct NeighbourQuestion {
    const Dataset& first;
    const Dataset* second = nullptr; ///< null: there is one set
    int k = 8;                       ///< from 1 to most_neighbours
    Metric metric = Metric::euclidean;
    OwnDistance own{}; ///< where the metric is a workload's own
    /// Two sets that are the first rows of one file: row i of both is the same vector, and no neighbour of itself.
    bool same_rows = false;

    [[nodiscard]] const Dataset& across() const { return second == nullptr ? first : *second; }
    [[nodiscard]] bool leaves_itself_out() const { return second == nullptr || same_rows; }
    /// The row on the other side that is the same vector as this one; -1: none. It need not be there.
    [[nodiscard]] std::int64_t own_row(std::int64_t row) const { return leaves_itself_out() ? row : -1; }
};

struct NeighbourTable {
    std::int64_t rows = 0; ///< vectors of the first set
    int k =
        0; ///< neighbours of each; fewer than asked for where there are not so many vectors, and 0 if there are none
    bool is_symmetric = false; ///< the distance of a pair is surely the same in both directions, to the last bit
    std::vector<std::int32_t> neighbours; ///< rows x k, nearest first; -1 in the rows that were left out
    std::vector<double> distances;        ///< rows x k; NaN in the rows that were left out
    std::int64_t left_out = 0;            ///< vectors of the first set
    std::int64_t left_out_across = 0;     ///< vectors of the second set; of one set the same

    [[nodiscard]] std::span<const std::int32_t> neighbours_of(std::int64_t row) const {
        return std::span(neighbours).subspan(static_cast<std::size_t>(row * k), static_cast<std::size_t>(k));
    }
    [[nodiscard]] std::span<const double> distances_of(std::int64_t row) const {
        return std::span(distances).subspan(static_cast<std::size_t>(row * k), static_cast<std::size_t>(k));
    }
};

/// The ratio of a neighbour's distance to the distance of the next neighbour, as in Lowe's test of a match: from 0 to
/// 1, where 1 is equally near. Lists of neighbours and lists of matches, on the screen and in files, have this one
/// ratio. Absent where the next distance is not finite.
[[nodiscard]] inline std::optional<double> ratio_to_next(double distance, double next) {
    if (!std::isfinite(next)) return {};
    return next > 0.0 ? distance / next : 1.0;
}

/// On the CPU. A stopped search has fewer rows that are filled in. Throws MemoryError.
[[nodiscard]] NeighbourTable nearest_neighbours(const NeighbourQuestion& question, const RunControl& control);

/// Whether each neighbour in the table has the row among its own nearest ones; rows x k. `backward` is the table of the
/// second set's vectors in the first set; where there is one set the same table.
[[nodiscard]] std::vector<bool> mutual_neighbours(const NeighbourTable& table, const NeighbourTable& backward,
                                                  const RunControl& control = {});

/// The distance from each row to its first neighbour, ascending; only finite ones.
[[nodiscard]] std::vector<double> nearest_distances(const NeighbourTable& table);

/// How many neighbours each vector can have: the finite vectors, without itself where it is among them.
[[nodiscard]] int possible_neighbours(const NeighbourQuestion& question);

/// A table without neighbours. Throws MemoryError.
[[nodiscard]] NeighbourTable empty_table(const NeighbourQuestion& question);

/// The question in the other direction.
[[nodiscard]] inline NeighbourQuestion turned(const NeighbourQuestion& question) {
    const bool is_one_set = question.second == nullptr;
    return {question.across(), is_one_set ? nullptr : &question.first, question.k, question.metric, question.own,
            question.same_rows};
}

/// Finds the neighbours of these rows of the first set and puts them into the table, whichever are there.
void find_again(NeighbourTable& table, const NeighbourQuestion& question, std::span<const std::int64_t> rows,
                const RunControl& control);

/// Operations that the search takes: 0 where it uses a tree.
[[nodiscard]] double pairwise_cost(const NeighbourQuestion& question);

} // namespace pairscope::neighbours
