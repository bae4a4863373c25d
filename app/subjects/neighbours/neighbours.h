// SPDX-License-Identifier: MIT
// Nearest neighbours: what was asked for, what was found, and the pairs that were pinned.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/files/result_head.h"
#include "app/spine/question.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"
#include "render/heatmap_view.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct DataState;
struct Effects;
struct Failure;
struct Job;
struct State;

/// By which column the list of neighbours is sorted.
struct NeighbourOrder {
    enum class Key : std::uint8_t { distance, name } key = Key::distance;
    bool falling = false; ///< the largest distance, or the last name, comes first
    bool operator==(const NeighbourOrder&) const = default;
};

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

namespace command {

struct SetNeighbourCount {
    int k; ///< clamped to 1 .. 64
};
struct ShowGraph {
    bool on;
}; ///< the neighbour graph over the points
struct ShowNeighbours {
    NeighbourView view;
}; ///< which part of the Nearest panel is shown
struct SetRadius {
    std::optional<double> radius; ///< absent: no pairs are counted and outlined
};
struct StepRow {
    int by;
}; ///< marks the nearest neighbour of another row
struct StepRank {
    int by;
}; ///< marks a nearer or a farther neighbour of the same row; behind the last one comes the farthest of all
struct PinPair {
    std::optional<Cell> cell; ///< absent: the pair that is marked
};                            ///< keeps the pair in the list
struct UnpinPair {
    std::size_t index;
};
struct NamePair {
    std::size_t index;
    std::string name;
};
struct SaveNeighbours {
    std::filesystem::path path;
}; ///< saves those of all vectors: CSV or JSON by the name's end
struct SaveRow {
    std::filesystem::path path;
}; ///< all neighbours of the marked row, in the order of the list: CSV or JSON by the name's end
struct SortNeighbours {
    NeighbourOrder order;
}; ///< the list of the marked row
struct SavePairs {
    std::filesystem::path path;
}; ///< the pinned ones: CSV or JSON by the name's end

void carry_out(const SetNeighbourCount&, State&, Effects&);
void carry_out(const ShowGraph&, State&, Effects&);
void carry_out(const ShowNeighbours&, State&, Effects&);
void carry_out(const SetRadius&, State&, Effects&);
void carry_out(const StepRow&, State&, Effects&);
void carry_out(const StepRank&, State&, Effects&);
void carry_out(const PinPair&, State&, Effects&);
void carry_out(const UnpinPair&, State&, Effects&);
void carry_out(const NamePair&, State&, Effects&);
void carry_out(const SaveNeighbours&, State&, Effects&);
void carry_out(const SaveRow&, State&, Effects&);
void carry_out(const SortNeighbours&, State&, Effects&);
void carry_out(const SavePairs&, State&, Effects&);

} // namespace command

namespace job {

/// Find the nearest neighbours of all vectors.
struct FindNeighbours {
    Question question;
    NeighbourKey key;
    Device device;
};
/// Count the pairs that are closer than a radius.
struct CountCloserPairs {
    Question question;
    RadiusKey key;
};
/// All neighbours of one vector, as a table.
struct SaveRow {
    std::filesystem::path path;
    DataSource source;
    Question question;
    std::int64_t row = 0;
    NeighbourOrder order;
};
/// The nearest neighbours of all vectors, as a table.
struct SaveNeighbours {
    std::filesystem::path path;
    DataSource source;
    Question question;
    int k = 0;
    std::shared_ptr<const FoundNeighbours> found; ///< null: they are searched for
};

} // namespace job

namespace event {

struct NeighboursFound {
    NeighbourKey key;
    std::shared_ptr<const FoundNeighbours> found; ///< null: cancelled
};
struct CloserPairsCounted {
    RadiusKey key;
    std::optional<neighbours::CloserPairs> pairs; ///< absent: cancelled
};

void take(const NeighboursFound&, State&);
void take_failure(const NeighboursFound&, const Failure&, State&);
void take(const CloserPairsCounted&, State&);
void take_failure(const CloserPairsCounted&, const Failure&, State&);

} // namespace event

/// Sorts by distance or by name, without regard to case. Equal ones keep the order of their ranks.
void sort_neighbours(std::vector<Neighbour>& neighbours, const Question& question, const NeighbourOrder& order);

/// All neighbours of the row, of which there may be a million. They do not say whether they are mutual. Vectors with a
/// coordinate that is not finite are left out.
[[nodiscard]] std::vector<Neighbour> all_neighbours_of(const Question& question, std::int64_t row,
                                                       const NeighbourOrder& order);

/// Are there vectors that have nearest neighbours? The workload must ask for a matrix, which has a row for each.
[[nodiscard]] bool has_neighbours(const State& state);
/// The workload's own distance with the parameters of the question; without a function if the metric has a name.
[[nodiscard]] OwnDistance own_distance(const Question& question);
/// Lives as long as the question. Two sets that are the same one are asked about as one.
[[nodiscard]] neighbours::NeighbourQuestion neighbour_question(const Question& question, int k);

/// The nearest neighbours of all vectors, for the data and the k of now; null while they are not known.
[[nodiscard]] const FoundNeighbours* found_neighbours(const State& state);
/// How many pairs are closer than the radius; absent while this is not known.
[[nodiscard]] std::optional<neighbours::CloserPairs> closer_pairs(const State& state);
/// The float32 entries of the matrix on the screen that are below the radius are below this one, too. Absent: no
/// entries are outlined.
[[nodiscard]] std::optional<float> outlined_radius(const State& state);
/// Why the neighbours of all vectors are not searched for, in one sentence; empty if they are or can be.
[[nodiscard]] std::string why_no_table(const State& state);

/// What the panels show and is not computed yet: the table, or the count.
[[nodiscard]] std::optional<Job> neighbours_job(const State& state);

/// The unit of the distances of neighbours, by the metric of the workload; empty if there is none.
[[nodiscard]] std::string unit_of_neighbours(const Question& question);
/// "1.25 degrees"; without a unit the number alone.
[[nodiscard]] std::string distance_text(const State& state, double distance);
/// "170 of 11 175 pairs are closer than 0.1, and for 312 pairs, rounding decides whether they are closer than 0.1"
[[nodiscard]] std::string pairs_within_radius(const neighbours::CloserPairs& pairs, std::string_view radius);
/// The vector's label; without one "row 12", or of a second set "column 12".
[[nodiscard]] std::string name_of_row(const Question& question, std::int64_t row);
[[nodiscard]] std::string name_of_column(const Question& question, std::int64_t col);
/// The pairs of a list that the data has; the others are gone.
[[nodiscard]] std::vector<PinnedPair> pairs_within(std::vector<PinnedPair> pairs, const Question& question);

void save_row(State& state, const std::filesystem::path& path, Effects& effects);
void save_neighbours(State& state, const std::filesystem::path& path, Effects& effects);
void save_pairs(State& state, const std::filesystem::path& path, Effects& effects);

/// The rows of these vectors are gone, and with them the pairs that they were in; the others have moved up.
void forget_rows(std::vector<PinnedPair>& pairs, const std::vector<std::int64_t>& ascending_rows);

} // namespace pairscope::app
