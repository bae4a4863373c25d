// SPDX-License-Identifier: MIT
// What the state says about nearest neighbours, and which job is missing.
#pragma once

#include "app/spine/jobs.h"

#include <optional>
#include <string>
#include <string_view>

namespace pairscope::app {

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

} // namespace pairscope::app
