// SPDX-License-Identifier: MIT
// The matches on the screen, as plain values: what is known of each, which of them are shown, and in which order.
#pragma once

#include "kernels/ladder/answer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// A vector of the first set and what it was matched with.
struct Match {
    std::int64_t row = 0;
    FoundMatch found{};
    std::optional<double> ratio{}; ///< see match_ratio.h; absent: there is none, or no second best
    std::optional<bool> mutual{};  ///< is the vector also the best match of its match? Absent: unknown
    bool differs = false;          ///< found by the check of a variant with approximate output
    std::optional<bool> right{};   ///< whether the homography of the two pictures calls it right; absent: unknown
};

/// Which of the matches are shown. What is unknown of all matches is not asked of them.
struct MatchFilter {
    double most_ratio = 1.0; ///< from 0 to 1; 1: also those without a ratio
    bool mutual = false;     ///< only those that are each other's best match
    bool operator==(const MatchFilter&) const = default;
};

enum class MatchColumn : std::uint8_t { row, label, best, value, second, second_value, ratio, mutual, right };
struct MatchOrder {
    MatchColumn by = MatchColumn::row;
    bool descending = false;
    bool operator==(const MatchOrder&) const = default;
};

struct MatchCounts {
    std::int64_t all = 0, shown = 0;
    std::int64_t unambiguous = 0; ///< how many of all matches have a ratio that passes the filter
    std::int64_t mutual = 0;      ///< how many of all matches are mutual
    std::int64_t judged = 0;      ///< how many of the shown matches the homography can judge
    std::int64_t right = 0;       ///< how many of the judged matches are right
};

/// Equal keys, equal lists.
struct MatchesKey {
    std::uint64_t revision = 0; ///< the revision of the data
    std::string variant_id;     ///< whose answer it is
    std::int64_t different = 0; ///< matches that the check found to differ from the exact answer
    bool backward = false;      ///< those of the other direction are known beside the answer
    bool operator==(const MatchesKey&) const = default;
};

/// The matches of the answer on the screen. The session keeps them up to date.
struct MatchesState {
    std::optional<MatchesKey> made_for; ///< absent: there are none
    std::vector<Match> all;             ///< by their rows
    MatchFilter filter;                 ///< that `shown` was made for, as the order
    MatchOrder order;
    std::vector<std::int64_t> shown; ///< rows, as the table lists them
    MatchCounts counts;
};

} // namespace pairscope::app
