// SPDX-License-Identifier: MIT
#include "kernels/scale/farthest_block.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::scale {
namespace {

/// Is the key of a pair the square of a distance with the triangle inequality, or half of the square?
bool is_square(Metric metric) { return metric != Metric::manhattan && metric != Metric::chebyshev; }

} // namespace

bool has_bound(const neighbours::NeighbourQuestion& question) {
    if (question.first.holds_distances) return false;
    switch (question.metric) {
    case Metric::euclidean:
    case Metric::squared:
    case Metric::manhattan:
    case Metric::chebyshev:
    case Metric::cosine:
    case Metric::great_circle:
        return true;
    case Metric::canberra:
    case Metric::hamming:
    case Metric::own:
        return false;
    }
    return false;
}

void MiddleOf::add(std::span<const double> vector) {
    ++count_;
    for (std::size_t k = 0; k < middle_.size(); ++k)
        middle_[k] += (vector[k] - middle_[k]) / static_cast<double>(count_);
}

double radius_of(Metric metric, std::span<const double> vector, std::span<const double> middle) {
    const bool is_zero = std::ranges::all_of(vector, [](double x) { return x == 0.0; });
    if (metric == Metric::cosine && is_zero) return std::numeric_limits<double>::infinity();
    const double above = 1.0 + (static_cast<double>(vector.size()) + 16.0) * 0x1p-50;
    const double radius = above * (is_square(metric) ? std::sqrt(neighbours::squared_distance(vector, middle))
                                                     : neighbours::metric_key(metric, vector, middle));
    return std::isnan(radius) ? std::numeric_limits<double>::infinity() : radius;
}

double largest_key(Metric metric, double radius, double radius_across) {
    const double reach = radius + radius_across;
    if (!is_square(metric)) return reach;
    return (metric == Metric::cosine ? 0.5 : 1.0) * reach * reach * (1.0 + 0x1p-48);
}

OutermostFirst outermost_first(std::vector<RadiusOfRow> rows) {
    std::ranges::sort(rows, [](const RadiusOfRow& a, const RadiusOfRow& b) {
        return a.radius != b.radius ? a.radius > b.radius : a.row < b.row;
    });
    OutermostFirst sorted;
    for (const auto& [radius, row] : rows) {
        sorted.rows.push_back(row);
        sorted.radius.push_back(radius);
    }
    return sorted;
}

void offer_finite(const AllKeys& keys, PairContest<Extreme::farthest>& contest, std::int64_t row, std::int64_t col,
                  double key) {
    if (!(std::abs(key) <= std::numeric_limits<double>::max()) || keys.itself(row) == col) return;
    if (keys.is_one_set() && !keys.is_asymmetric() && row > col) std::swap(row, col);
    contest.offer(row, col, key);
}

void look_at_all(const AllKeys& keys, const PairBlock& block, PairContest<Extreme::farthest>& contest,
                 const std::stop_token& stop) {
    std::vector<double> of_row(static_cast<std::size_t>(block.end_col - block.first_col));
    for (std::int64_t row = block.first_row; row < block.end_row && !stop.stop_requested(); ++row) {
        keys.read(row, block.first_col, of_row);
        for (std::int64_t col = block.first_col; col < block.end_col; ++col) {
            const double key = of_row[static_cast<std::size_t>(col - block.first_col)];
            if (!(keys.is_one_set() && row > col) && !contest.cannot_win(key))
                offer_finite(keys, contest, row, col, key);
        }
        if (!keys.is_asymmetric()) continue;
        for (std::int64_t col = std::max(block.first_col, row + 1); col < block.end_col; ++col)
            offer_finite(keys, contest, col, row, keys.key(col, row));
    }
}

void look_at_outermost(const OutermostPairs& pairs, const PairBlock& block, PairContest<Extreme::farthest>& contest,
                       const std::stop_token& stop, const std::function<void()>& learn) {
    const AllKeys& keys = pairs.keys;
    const auto most = [&](std::int64_t place, std::int64_t across) {
        return largest_key(keys.question().metric, pairs.first.radius[static_cast<std::size_t>(place)],
                           pairs.across.radius[static_cast<std::size_t>(across)]);
    };
    if (block.first_row >= block.end_row || block.first_col >= block.end_col ||
        contest.cannot_win(most(block.first_row, block.first_col)))
        return;
    for (std::int64_t place = block.first_row; place < block.end_row && !stop.stop_requested(); ++place) {
        const std::int64_t row = pairs.first.rows[static_cast<std::size_t>(place)];
        const std::int64_t first = keys.is_one_set() ? std::max(block.first_col, place + 1) : block.first_col;
        for (std::int64_t other = first; other < block.end_col; ++other) {
            if (contest.cannot_win(most(place, other))) break;
            const std::int64_t col = pairs.across.rows[static_cast<std::size_t>(other)];
            const double key = keys.key(row, col);
            if (!contest.cannot_win(key)) offer_finite(keys, contest, row, col, key);
        }
        learn();
    }
}

} // namespace pairscope::scale
