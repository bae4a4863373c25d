// SPDX-License-Identifier: MIT
// What the Points panel says about its axes and its vectors, and which cell of the matrix a vector marks.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace pairscope::app {

/// A vector of the first set (0) or of the second one (1).
struct PlacedVector {
    int set = 0;
    std::int64_t row = 0;
    bool operator==(const PlacedVector&) const = default;
};

/// "longitude by latitude, degrees"; "first two components, 61 % of the variance"; "map of the distances, correlation
/// 0.93"; empty before the first data, and of points whose coordinates have no names.
[[nodiscard]] std::string axes_words(const State& state);
/// What the panel shows, in whole sentences: of given distances, how their map was made.
[[nodiscard]] std::string about_points(const State& state);
/// The column's name, or "coordinate 3" of an array without names; `k` counts from 0.
[[nodiscard]] std::string coordinate_name(const Dataset& data, std::int64_t k);
/// Its label; without one "row 12", or of a second set "column 12", or "row 12 of candidates" where there is no matrix.
/// Where a label names many vectors, it follows the row: "row 12, 3".
[[nodiscard]] std::string name_of_vector(const State& state, PlacedVector vector);
/// How many vectors of these places are not drawn, and why, in one sentence; empty if all are.
[[nodiscard]] std::string undrawn_words(std::int64_t count);
/// Why the panel has no vector to draw, in one sentence.
[[nodiscard]] std::string why_nothing_is_drawn(const State& state);

/// The values of an output that has one for each vector of the first set, by which they are coloured. Empty where the
/// output is of another kind, or belongs to other data.
[[nodiscard]] std::span<const float> values_of_points(const State& state);

/// The cell that the mouse on this vector marks. A vector of the first set stands with the column that a click keeps; a
/// vector of the second set with the row that a click keeps. Without such a cell a vector of one set stands with
/// itself, and one of the first of two sets with its nearest vector of the second set as soon as that is known. Where
/// the output is a list of matches, a vector stands with its match.
[[nodiscard]] Cell cell_of_vector(const State& state, PlacedVector vector);

/// The pair of vectors that the panel marks: the one under the mouse, or else the one that a click keeps, or else the
/// output where that is a pair.
[[nodiscard]] std::optional<Cell> shown_pair(const State& state);

} // namespace pairscope::app
