// SPDX-License-Identifier: MIT
// The list of matches: what is known of each, which are shown, how many, and how many of these are right.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::app {

/// What is known of each match. `found` has one for each vector of the first set, and perhaps behind these one for each
/// vector of the second set, which tell what is mutual. `data` is what they were found in.
[[nodiscard]] std::vector<Match> matches_of(const DataSnapshot& data, std::span<const FoundMatch> found);

/// The rows of the matches that pass the filter, in this order. Equal ones are in the order of their rows, and what is
/// unknown comes last.
[[nodiscard]] std::vector<std::int64_t> shown_matches(const DataSnapshot& data, std::span<const Match> all,
                                                      const MatchFilter& filter, const MatchOrder& order);

[[nodiscard]] MatchCounts count_matches(const DataSnapshot& data, std::span<const Match> all,
                                        const MatchFilter& filter);
/// "886 of 1 738 matches are shown, 98 % of them are right."
[[nodiscard]] std::string match_sentence(const MatchCounts& counts);

/// What is known of all matches, or of none.
struct MatchFacts {
    bool labels = false, ratio = false, mutual = false, right = false;
};
[[nodiscard]] MatchFacts match_facts(const DataSnapshot& data, std::span<const Match> all);
/// Why it is not known which matches are mutual, in one sentence; empty if it is known.
[[nodiscard]] std::string why_mutual_is_unknown(const DataSnapshot& data, std::span<const Match> all);

/// Everything about one match, in lines.
[[nodiscard]] std::string match_story(const DataSnapshot& data, const Match& match);
/// The match of this vector of the first set; null if there is none.
[[nodiscard]] const Match* match_of_row(const MatchesState& matches, std::int64_t row);
/// The cell that a match marks: its row, and the row of its best match.
[[nodiscard]] Cell cell_of_match(const Match& match);

/// Makes the list anew where the output, the filter or the order changed. The session calls it in each frame.
void update_matches(State& state);

} // namespace pairscope::app
