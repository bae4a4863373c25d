// SPDX-License-Identifier: MIT
// Which column of a second file goes with which coordinate of the first set.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace pairscope {

/// The coordinates of a set, and the file that they come from. An array has no names.
struct NamedAxes {
    std::string file;
    std::span<const std::string> names{};
};

struct MatchedColumns {
    std::vector<std::size_t> order; ///< for each coordinate of the first set the one of the second set; empty: the same
    std::string note{};             ///< what a user should know, without a full stop; empty: nothing
};

/// Columns of the same names are matched by name, in any order; of no common name by position, and the note says so.
/// Names that were made up ("column 3", "Unnamed: 0") or repeated ("x (2)") are no names. Throws InputError if only
/// some names are common: a user has to choose then.
[[nodiscard]] MatchedColumns matched_columns(const NamedAxes& first, const NamedAxes& second);

} // namespace pairscope
