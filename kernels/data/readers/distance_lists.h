// SPDX-License-Identifier: MIT
// Distances that are not written as a square: a triangle, as PHYLIP and R write it, a list of pairs, and the condensed
// array of SciPy.
#pragma once

#include "kernels/data/distances/distance_judge.h"
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope {

/// The square that a list stands for. An entry without a number is NaN.
struct ListedDistances {
    std::string form{};              ///< "a lower triangle"
    bool is_of_pairs = false;        ///< each line names a pair
    std::string why_not{};           ///< why it cannot be used, as a part of a sentence; empty: it can
    Remedy remedy = Remedy::correct; ///< what helps then
    /// The lines of a pair that stands there once in each order, with different distances. Empty: there is none.
    std::string contradiction{};
    std::string note{}; ///< what is shown otherwise than it stands there, without a full stop
    /// Nothing but its numbers says that it is a list of pairs: they may as well be points.
    bool is_unsure = false;
    std::int64_t side = 0;
    std::vector<std::vector<double>> columns{}; ///< `side` of them, each with as many numbers
    std::vector<std::string> names{};           ///< empty: there are none

    /// Makes the square, with 0 on the diagonal and NaN elsewhere.
    void make_room(std::int64_t rows);
};

/// Shorter lists are no distances but numbers that fit by chance.
inline constexpr std::int64_t least_listed_rows = 3;

/// A text whose lines get longer or shorter by one number each, or whose first line is the number of rows alone, as in
/// PHYLIP. Absent where the first lines do not look so; nothing has been read then.
[[nodiscard]] std::optional<ListedDistances> read_triangle(ByteSource& source);

/// Do the first lines look like a list of pairs: two names and a number each, or a header such as "from,to,distance"?
/// Names that are numbers are whole ones, and no pair of them stands there twice in the same order.
[[nodiscard]] bool may_list_pairs(ByteSource& source, bool is_chosen);
/// A table of two columns of names and one of distances, where each pair of names stands once or twice. Two distances
/// of a pair in the same order are refused, unless the reading says which is used. Similarities are refused, unless the
/// reading says that they are distances. Absent: it is no such table.
[[nodiscard]] std::optional<ListedDistances> listed_pairs(const Table& table, const DistanceReading& reading = {});

/// The side of the square whose condensed form has so many numbers, n (n - 1) / 2; 0: there is none.
[[nodiscard]] std::int64_t side_of_condensed(std::int64_t count);
/// A text of numbers alone, all in one line or one in each line, of which there are as many as a condensed form has.
/// Absent: it is no such text.
[[nodiscard]] std::optional<ListedDistances> read_condensed_text(ByteSource& source);
/// The numbers above the diagonal, row by row. Leaves 0 on the diagonal.
[[nodiscard]] ListedDistances uncondensed(const std::vector<double>& numbers);

} // namespace pairscope
