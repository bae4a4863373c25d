// SPDX-License-Identifier: MIT
// How similarities and correlations become distances. A part of distance_judge.h.
#include "kernels/data/distances/distance_judge.h"

#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope {
namespace {

struct SimilarityRule {
    double least, most;         ///< similarities that have a distance
    std::string_view otherwise; ///< what an entry outside of that would have
};
constexpr std::string_view above_one =
    "no distance is negative; for similarities above 1, such as percentages, use --similarity largest_minus";
SimilarityRule rule_of(Similarity similarity) {
    constexpr double any = std::numeric_limits<double>::infinity();
    switch (similarity) {
    case Similarity::one_minus:
    case Similarity::chord:
        return {-any, 1.0, above_one};
    case Similarity::one_minus_size:
        return {-1.0, 1.0, above_one};
    case Similarity::minus_log:
        return {std::numeric_limits<double>::min(), 1.0, "-ln s is a distance only for s above 0 and up to 1"};
    default:
        return {-any, any, {}};
    }
}

double distance_of(double s, Similarity similarity, double largest) {
    switch (similarity) {
    case Similarity::no:
        return s;
    case Similarity::one_minus:
        return std::max(0.0, 1.0 - s);
    case Similarity::one_minus_size:
        return std::max(0.0, 1.0 - std::abs(s));
    case Similarity::chord:
        return std::sqrt(std::max(0.0, 2.0 * (1.0 - s)));
    case Similarity::largest_minus:
        return largest - s;
    case Similarity::minus_log:
        return std::max(0.0, -std::log(s));
    }
    return s;
}

/// Is each item less similar to itself than to another one? Then these are distances.
bool are_distances(const std::vector<std::vector<double>>& columns) {
    bool is_zero = columns.size() > 1, has_others = false;
    for (std::size_t i = 0; i < columns.size() && is_zero; ++i) {
        is_zero = i < columns[i].size() && columns[i][i] == 0.0;
        has_others = has_others || std::ranges::any_of(columns[i], [](double s) { return s > 0.0; });
    }
    return is_zero && has_others;
}

} // namespace

std::string turn_into_distances(std::vector<std::vector<double>>& columns, Similarity similarity) {
    if (similarity == Similarity::no) return {};
    if (are_distances(columns))
        return "its diagonal is 0, so that it holds distances and no similarities; leave out --similarity for it, or "
               "turn "
               "the other table into distances first";
    constexpr double rounding = 1e-6;
    const SimilarityRule rule = rule_of(similarity);
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t col = 0; col < columns.size(); ++col)
        for (std::size_t row = 0; row < columns[col].size(); ++row) {
            const double s = columns[col][row];
            if (!std::isfinite(s)) continue;
            largest = std::max(largest, s);
            if (s >= rule.least - (rule.least == -1.0 ? rounding : 0.0) && s <= rule.most + rounding) continue;
            return fmt::format("the similarity in {} is {}, and {}",
                               place_in_words(static_cast<std::int64_t>(row), static_cast<std::int64_t>(col)), s,
                               rule.otherwise);
        }
    for (std::vector<double>& column : columns)
        for (double& entry : column)
            if (std::isfinite(entry)) entry = distance_of(entry, similarity, largest);
    return {};
}

} // namespace pairscope
