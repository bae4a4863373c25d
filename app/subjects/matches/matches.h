// SPDX-License-Identifier: MIT
// The matches on the screen: what is known of each, which of them are shown, and in which order.
#pragma once

#include "app/spine/question.h"
#include "kernels/ladder/output.h"
#include "kernels/neighbours/measure.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

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
    std::string variant_id;     ///< whose output it is
    std::int64_t different = 0; ///< matches that the check found to differ from the exact output
    bool backward = false;      ///< the matches of the other direction are known, too
    bool operator==(const MatchesKey&) const = default;
};

/// The matches of the output on the screen. The session keeps them up to date.
struct MatchesState {
    std::optional<MatchesKey> made_for; ///< absent: there are none
    std::vector<Match> all;             ///< by their rows
    MatchFilter filter;                 ///< that `shown` was made for, as the order
    MatchOrder order;
    std::vector<std::int64_t> shown; ///< rows, as the table lists them
    MatchCounts counts;
};

namespace command {

struct SetMatchFilter {
    MatchFilter filter;
}; ///< which matches are shown
struct SortMatches {
    MatchOrder order;
}; ///< in the table

void carry_out(const SetMatchFilter&, State&, Effects&);
void carry_out(const SortMatches&, State&, Effects&);

} // namespace command

namespace job {

/// Find the best match in the first set for each vector of the second set.
struct MatchBackward {
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
};

} // namespace job

namespace event {

struct MatchedBackward {
    std::uint64_t revision = 0;
    std::shared_ptr<const std::vector<std::int32_t>> best; ///< null: they cannot be had, see backward_matches()
    bool cancelled = false;
};

void take(const MatchedBackward&, State&);
void take_failure(const MatchedBackward&, const Failure&, State&);

} // namespace event

/// What the ratio is, in whole sentences.
inline constexpr std::string_view meaning_of_match_ratio =
    "The ratio is the distance to the best match divided by the distance to the second best match. If it is small, the "
    "match is clear. If it is near 1, the two candidates are equally good, and the match is often wrong.";

/// Ratios of the matches of one question, which must outlive this.
class MatchRatios {
public:
    explicit MatchRatios(const Question& question);
    /// The ratio of the match of vector `row` of the first set; absent where there is no second best.
    [[nodiscard]] std::optional<double> of(std::int64_t row, const FoundMatch& match) const;

private:
    neighbours::NeighbourQuestion asked_;
    neighbours::Measure measure_;
};
/// Absent: the matches of this workload have no ratio.
[[nodiscard]] std::optional<MatchRatios> ratios_of_matches(const Question& question);

/// The best match in the first set for each vector of the second set, by the last variant of the workload for a CPU
/// that can run here. Null: it was stopped; the workload asks for no matches, or has parameters, which can change
/// without the data; or this would take more than about a second.
[[nodiscard]] std::shared_ptr<const std::vector<std::int32_t>> backward_matches(const Question& question,
                                                                                const std::stop_token& stop = {});

/// The job that finds them, once an output is there that does not have them itself. Absent: nobody needs them.
[[nodiscard]] std::optional<Job> backward_job(const State& state);

} // namespace pairscope::app
