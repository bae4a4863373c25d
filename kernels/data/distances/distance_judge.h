// SPDX-License-Identifier: MIT
// Does a square table hold distances? If not, why, and what can a user answer?
#pragma once

#include "kernels/data/distances/distance_entries.h"
#include "kernels/data/distances/square_names.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pairscope {

/// How a user wants a table of distances to be read.
struct DistanceReading {
    /// It is one: a diagonal that is not zero is taken for 0. Where rows and columns have the same names in another
    /// order, they are put together by name if the diagonal is zero then; other names of the columns are left out.
    bool is_chosen = false;
    Symmetrise symmetrise = Symmetrise::no;
    bool operator==(const DistanceReading&) const = default;
};

/// What helps where a table that looks like distances cannot be read as such.
enum class Remedy : std::uint8_t {
    correct,       ///< the file has to be corrected
    add_pairs,     ///< pairs are missing in a list
    to_distances,  ///< similarities have to be turned into distances
    symmetrise,    ///< DistanceReading::symmetrise
    zero_diagonal, ///< DistanceReading::is_chosen
    row_names,     ///< DistanceReading::is_chosen
    say_which      ///< it may be distances, and as well vectors
};

struct Verdict {
    bool holds_distances = false;
    std::string why_not{}; ///< a part of a sentence; empty: it holds them, or does not look so
    bool must_ask = false; ///< nobody may read it as vectors without having been told to
    Remedy remedy = Remedy::correct;
    std::string note{}; ///< what is shown otherwise than it stands in the file, without a full stop
};

/// What is known about a square table beside its entries.
struct SquareFacts {
    const EntryFindings& found;
    SquareNames names = SquareNames::none;
    bool is_joined = false;                ///< its rows were put into the order of its columns, by name
    bool is_listed = false;                ///< it comes from a list, which has each pair once
    std::span<const std::int64_t> lines{}; ///< for a text the line of each row; else empty
    std::string_view left_out{};           ///< Square::left_out
};
[[nodiscard]] Verdict verdict_on(const SquareView& entries, const SquareFacts& facts, const DistanceReading& reading);

/// What a user can do about a table that is not read, with options of the command line: "choose one value for each pair
/// with --symmetrise mean, min or max, or read its rows as vectors with --as vectors".
[[nodiscard]] std::string options_for(Remedy remedy);
/// What a window says above buttons that offer the remedy: "Two entries of a pair need one value."
[[nodiscard]] std::string_view words_for(Remedy remedy);

} // namespace pairscope
