// SPDX-License-Identifier: MIT
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/neighbours/neighbours.h"

#include <cmath>

namespace pairscope::app {

MatchRatios::MatchRatios(const Question& question) : asked_(neighbour_question(question, 2)), measure_(asked_) {}

std::optional<double> MatchRatios::of(std::int64_t row, const FoundMatch& match) const {
    const auto exists = [&](std::int32_t candidate) { return candidate >= 0 && candidate < asked_.across().rows; };
    if (row >= asked_.first.rows || !exists(match.best) || !exists(match.second)) return {};
    return neighbours::ratio_to_next(measure_.distance(row, match.best), measure_.distance(row, match.second));
}

std::optional<MatchRatios> ratios_of_matches(const Question& question) {
    if (!type_of(question.workload).has_match_ratio || !question.first) return {};
    return std::optional<MatchRatios>(std::in_place, question);
}

} // namespace pairscope::app
