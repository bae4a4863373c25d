// SPDX-License-Identifier: MIT
// The ratio of a match: how clearly its best candidate is better than the second best one.
#pragma once

#include "app/subjects/data/question.h"
#include "kernels/neighbours/measure.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pairscope::app {

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

} // namespace pairscope::app
