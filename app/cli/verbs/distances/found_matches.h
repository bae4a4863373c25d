// SPDX-License-Identifier: MIT
// The two nearest vectors of another set for each vector, with the ratio test, as a table.
#pragma once

#include "app/spine/files/columns.h"
#include "app/spine/question.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matches/photographs.h"
#include "kernels/data/save.h"
#include "kernels/neighbours/nearest.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::cli {

/// OpenCV's knnMatch(k = 2) gives the two distances that its users divide.
inline constexpr std::string_view meaning_of_ratio =
    "the distance to the best match divided by the distance to the second best, as in the ratio test of OpenCV";

struct NearestTwo {
    std::int64_t row = 0, best = -1, second = -1; ///< -1: there is none
    double distance = 0.0, second_distance = 0.0;
    std::optional<double> ratio{}; ///< see meaning_of_ratio; absent without a second best
    bool mutual = false;           ///< it is also the nearest vector of its best match
    std::optional<bool> right{};   ///< the homography says so; absent: unknown
};

struct FoundMatches {
    std::vector<NearestTwo> all{};     ///< by their rows; vectors without distances are left out
    std::vector<std::int64_t> shown{}; ///< places in `all`
    std::int64_t rows = 0;             ///< vectors of the first set
    bool has_places = false;           ///< it is known which are right
};

/// What finds the nearest vectors of a question: nearest_neighbours(), or all ranks.
using FindNearest = std::function<neighbours::NeighbourTable(const neighbours::NeighbourQuestion&)>;

/// Exact, by the metric of the workload. Absent if it was stopped. `views`: null if no places are known.
[[nodiscard]] std::optional<FoundMatches> find_matches(const app::Question& question, const app::FeatureViews* views,
                                                       const FindNearest& find, const std::stop_token& stop);
/// Makes them from a table of the two nearest vectors. `back` gives the nearest row of the first set for one of the
/// second set.
[[nodiscard]] FoundMatches matches_in(const neighbours::NeighbourTable& there, const app::FeatureViews* views,
                                      const std::function<std::int64_t(std::int64_t col)>& back);
[[nodiscard]] std::vector<std::int64_t> matches_that_pass(const FoundMatches& found, const app::MatchFilter& filter);
/// How many are shown, and how many of them are right.
[[nodiscard]] std::string sentence_on(const FoundMatches& found);

struct MatchTable {
    const app::Question& question;
    const FoundMatches& found;
};
/// Writes those that are shown: CSV, or JSON that begins with the head if there is one.
void write_matches(const MatchTable& table, const app::Json* head, const ByteSink& sink);

} // namespace pairscope::cli
