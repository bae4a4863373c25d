// SPDX-License-Identifier: MIT
// What the state knows about nearest neighbours: what was asked for, what was found, and the pairs that were pinned.
#pragma once

#include "app/chart/chart.h"
#include "app/subjects/neighbours/neighbour_commands.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"
#include "render/heatmap_view.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// The parts of the Nearest panel, of which one is shown.
enum class NeighbourView : std::uint8_t { list, row, histogram, pairs };

/// A neighbour of the marked row.
using Neighbour = neighbours::RowNeighbour;

/// The distances of one row, for its chart.
struct RowProfile {
    std::vector<ChartSpan> by_column; ///< the least and the largest distance of each narrow range of columns
    std::vector<ChartSpan> sorted;    ///< over the ranks, from 1
    double highest = 0.0;
};

/// The pair of points that is marked everywhere, and the neighbours of its row.
struct MarkedPair {
    Cell cell;
    float value = 0.0f;                ///< the entry of the matrix, as the variant computed it
    std::vector<Neighbour> neighbours; ///< the neighbours of the row, nearest first, without the row itself
    std::optional<Neighbour> farthest{};
    std::optional<Neighbour> column{};           ///< the marked column as a neighbour of the row
    std::int64_t others = 0;                     ///< vectors that can be neighbours
    std::int64_t left_out = 0;                   ///< vectors with a coordinate that is not finite
    bool finite = true;                          ///< the row's own vector is
    std::shared_ptr<const RowProfile> profile{}; ///< null: its chart is not shown
};

/// A pair that a user keeps in a list.
struct PinnedPair {
    Cell cell;
    std::string name{}; ///< what the user calls it; may be empty
    bool operator==(const PinnedPair&) const = default;
};

struct NeighbourKey {
    std::uint64_t revision = 0; ///< DataState::revision
    int k = 0;
    bool operator==(const NeighbourKey&) const = default;
};

/// The nearest neighbours of all vectors.
struct FoundNeighbours {
    NeighbourKey key;
    neighbours::NeighbourTable table;
    std::vector<bool> mutual;    ///< whether each entry of the table is mutual
    std::vector<double> nearest; ///< the finite distances between each vector and its nearest neighbour, ascending
    double seconds = 0.0;        ///< that the search took
    std::string device;          ///< that made it
};

struct RadiusKey {
    std::uint64_t revision = 0; ///< DataState::revision
    double radius = 0.0;
    bool operator==(const RadiusKey&) const = default;
};

struct NeighbourState {
    int k = 8;
    bool graph = false; ///< draw it over the points
    NeighbourView shown = NeighbourView::list;
    NeighbourOrder order;                         ///< the order of the list
    std::optional<double> radius;                 ///< pairs that are closer than this are counted and outlined
    std::shared_ptr<const FoundNeighbours> found; ///< the last table; null: none yet
    std::optional<NeighbourKey> failed_for;       ///< not tried again until something changes
    std::string failure;
    std::optional<RadiusKey> counted_for;
    neighbours::CloserPairs counted;
    std::optional<RadiusKey> count_failed_for;
};

} // namespace pairscope::app
