// SPDX-License-Identifier: MIT
// Does a square table hold distances? If not, why, and what can a user answer?
#pragma once

#include "kernels/data/distances/distance_entries.h"
#include "kernels/data/distances/square_names.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// How similarities become distances.
enum class Similarity : std::uint8_t { no, one_minus, one_minus_size, chord, largest_minus, minus_log };
inline constexpr std::array<Name<Similarity>, 6> similarity_names{
    {{Similarity::no, "no"},
     {Similarity::one_minus, "one_minus", "1 - s"},
     {Similarity::one_minus_size, "one_minus_size", "1 - |s|"},
     {Similarity::chord, "chord", "sqrt(2 (1 - s))"},
     {Similarity::largest_minus, "largest_minus", "largest entry - s"},
     {Similarity::minus_log, "minus_log", "-ln s"}}};
static_assert(is_in_order(similarity_names));

/// What becomes of pairs without a number.
enum class MissingPairs : std::uint8_t { refuse, nan };
inline constexpr std::array<Name<MissingPairs>, 2> missing_pairs_names{
    {{MissingPairs::refuse, "refuse"}, {MissingPairs::nan, "nan"}}};
static_assert(is_in_order(missing_pairs_names));

/// How a user wants a table of distances to be read.
struct DistanceReading {
    /// It is one: a diagonal that is not zero is taken for 0. Where rows and columns have the same names in another
    /// order, they are put together by name if the diagonal is zero then; other names of the columns are left out.
    bool is_chosen = false;
    Symmetrise symmetrise = Symmetrise::no;
    Similarity similarity = Similarity::no;
    MissingPairs missing = MissingPairs::refuse;
    bool operator==(const DistanceReading&) const = default;
    /// Did a user say that the file holds distances, or what becomes some?
    [[nodiscard]] bool says_what_it_holds() const {
        return is_chosen || similarity != Similarity::no || missing != MissingPairs::refuse;
    }
    /// Is a user owed a reason where it does not?
    [[nodiscard]] bool is_told() const { return says_what_it_holds() || symmetrise != Symmetrise::no; }
};

/// What helps where a table that looks like distances cannot be read as such.
enum class Remedy : std::uint8_t {
    correct,       ///< the file has to be corrected
    add_pairs,     ///< pairs are missing in a list
    allow_missing, ///< entries are missing in a table: DistanceReading::missing
    to_distances,  ///< similarities have to be turned into distances: DistanceReading::similarity
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
/// What was read becomes distances, in place. Gives why an entry has none, as a part of a sentence; empty: all have
/// one.
[[nodiscard]] std::string turn_into_distances(std::vector<std::vector<double>>& columns, Similarity similarity);
[[nodiscard]] Verdict verdict_on(const SquareView& entries, const SquareFacts& facts, const DistanceReading& reading);

/// What a user can do about a table that is not read, with options of the command line: "choose one value for each pair
/// with --symmetrise mean, min or max, or read its rows as vectors with --as vectors".
[[nodiscard]] std::string options_for(Remedy remedy);
/// What a window says above buttons that offer the remedy: "Two entries of a pair need one value."
[[nodiscard]] std::string_view words_for(Remedy remedy);

} // namespace pairscope
