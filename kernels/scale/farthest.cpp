// SPDX-License-Identifier: MIT
#include "kernels/scale/farthest.h"

#include "kernels/data/globe.h"
#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

namespace pairscope::scale {
namespace {

using neighbours::MetricReader;

/// May a pair be left out because both of its vectors are near the middle?
bool has_bound(const AllKeys& keys) {
    if (keys.question().first.holds_distances) return false;
    switch (keys.question().metric) {
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

/// Is the key of a pair the square of a distance with the triangle inequality, or half of the square?
bool is_square(Metric metric) { return metric != Metric::manhattan && metric != Metric::chebyshev; }

/// The mean of the usable vectors of both sets. It need not be exact: any point is right.
std::vector<double> middle_of(const AllKeys& keys, const MetricReader& first, const MetricReader& across) {
    std::vector<double> middle(first.length()), vector(first.length());
    std::int64_t count = 0;
    const auto add = [&](const MetricReader& set, const auto& is_usable) {
        for (std::int64_t row = 0; row < set.rows(); ++row) {
            if (!is_usable(row)) continue;
            set.read(row, vector);
            ++count;
            for (std::size_t k = 0; k < middle.size(); ++k)
                middle[k] += (vector[k] - middle[k]) / static_cast<double>(count);
        }
    };
    add(first, [&](std::int64_t row) { return keys.is_usable(row); });
    if (!keys.is_one_set()) add(across, [&](std::int64_t row) { return keys.is_usable_across(row); });
    return middle;
}

/// How far a vector is from the middle, rounded up. A vector of zeros has no direction, so nothing is known of it.
double radius_of(Metric metric, std::span<const double> vector, std::span<const double> middle) {
    const bool is_zero = std::ranges::all_of(vector, [](double x) { return x == 0.0; });
    if (metric == Metric::cosine && is_zero) return std::numeric_limits<double>::infinity();
    const double above = 1.0 + (static_cast<double>(vector.size()) + 16.0) * 0x1p-50;
    if (!is_square(metric)) return above * neighbours::metric_key(metric, vector, middle);
    return above * std::sqrt(neighbours::squared_distance(vector, middle));
}

template <class IsUsable>
OutermostFirst sorted_by_radius(const MetricReader& set, Metric metric, std::span<const double> middle,
                                const IsUsable& is_usable) {
    std::vector<std::pair<double, std::int64_t>> order;
    std::vector<double> vector(set.length());
    for (std::int64_t row = 0; row < set.rows(); ++row) {
        if (!is_usable(row)) continue;
        set.read(row, vector);
        const double radius = radius_of(metric, vector, middle);
        order.emplace_back(std::isnan(radius) ? std::numeric_limits<double>::infinity() : radius, row);
    }
    std::ranges::sort(order, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    OutermostFirst sorted;
    for (const auto& [radius, row] : order) {
        sorted.rows.push_back(row);
        sorted.radius.push_back(radius);
    }
    return sorted;
}

OutermostFirst all_rows(std::int64_t rows) {
    OutermostFirst all{.rows = std::vector<std::int64_t>(static_cast<std::size_t>(rows)), .radius = {}};
    std::iota(all.rows.begin(), all.rows.end(), 0);
    return all;
}

std::int64_t length_of(const AllKeys& keys) {
    return keys.question().first.holds_distances ? 1 : keys.question().first.dims;
}

} // namespace

FarthestSearch::FarthestSearch(const AllKeys& keys)
    : keys_(keys), merged_(keys), known_(keys), known_key_(-std::numeric_limits<double>::infinity()) {
    if (has_bound(keys)) {
        const Metric metric = keys.question().metric;
        const MetricReader first(keys.measure().first(), globe_axes(keys.question().first), metric);
        const MetricReader second(keys.measure().across(), globe_axes(keys.question().across()), metric);
        const std::vector<double> middle = middle_of(keys, first, second);
        outer_ = sorted_by_radius(first, metric, middle, [&](std::int64_t row) { return keys.is_usable(row); });
        if (!keys.is_one_set())
            outer_across_ =
                sorted_by_radius(second, metric, middle, [&](std::int64_t row) { return keys.is_usable_across(row); });
    } else {
        outer_ = all_rows(keys.rows());
        if (!keys.is_one_set()) outer_across_ = all_rows(keys.cols());
    }
    blocks_ = blocks_for(std::ssize(outer_.rows), std::ssize(across().rows), keys.is_one_set(), length_of(keys));
    if (blocks_.count() > 0 && !outer_.radius.empty()) find_good_start();
}

PieceWork FarthestSearch::work() {
    PieceWork work;
    work.pieces = blocks_.count();
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) { return result_of(piece, stop); };
    work.merge = [this](std::span<const std::byte> result) {
        const auto pair = ByteReader(result).get<ExtremePair>();
        merged_.offer(pair);
        tell(pair);
    };
    work.merged = [this] {
        ByteWriter writer;
        writer.put(merged_.best());
        return writer.take();
    };
    work.learns = !outer_.radius.empty();
    work.is_needed_everywhere = true; // a histogram ends at the farthest pair
    return work;
}

double FarthestSearch::largest_key(std::int64_t place, std::int64_t place_across) const {
    const double reach =
        outer_.radius[static_cast<std::size_t>(place)] + across().radius[static_cast<std::size_t>(place_across)];
    const Metric metric = keys_.question().metric;
    if (!is_square(metric)) return reach;
    return (metric == Metric::cosine ? 0.5 : 1.0) * reach * reach * (1.0 + 0x1p-48);
}

void FarthestSearch::offer(Contest& contest, std::int64_t row, std::int64_t col, double key) const {
    if (!(std::abs(key) <= std::numeric_limits<double>::max()) || keys_.itself(row) == col) return;
    if (keys_.is_one_set() && !keys_.is_asymmetric() && row > col) std::swap(row, col);
    contest.offer(row, col, key);
}

/// From the outermost vector to the one that is farthest from it, and from there once more: a long way already.
void FarthestSearch::find_good_start() {
    Contest contest(keys_);
    std::int64_t from = outer_.rows.front();
    const auto look = [&](bool is_row, std::span<const std::int64_t> others) {
        for (const std::int64_t other : others) {
            const std::int64_t row = is_row ? from : other, col = is_row ? other : from;
            offer(contest, row, col, keys_.key(row, col));
        }
    };
    look(true, across().rows);
    if (!contest.best().exists()) return;
    from = contest.best().first == from ? contest.best().second : contest.best().first;
    if (!keys_.is_one_set()) from = contest.best().second;
    look(false, outer_.rows);
    tell(contest.best());
}

void FarthestSearch::learn(Contest& contest) {
    if (contest.best().exists() && known_key_.load(std::memory_order_relaxed) <= contest.best().key) return;
    const std::scoped_lock lock(telling_);
    contest.offer(known_.best());
}

void FarthestSearch::tell(const ExtremePair& pair) {
    const std::scoped_lock lock(telling_);
    known_.offer(pair);
    if (known_.best().exists()) known_key_ = known_.best().key;
}

Bytes FarthestSearch::result_of(std::int64_t piece, const std::stop_token& stop) {
    Contest contest(keys_);
    learn(contest);
    const PairBlock block = blocks_.at(piece);
    if (outer_.radius.empty())
        look_at_all(block, contest, stop);
    else
        look_at_outermost(block, contest, stop);
    ByteWriter writer;
    writer.put(contest.best());
    return writer.take();
}

void FarthestSearch::look_at_all(const PairBlock& block, Contest& contest, const std::stop_token& stop) {
    std::vector<double> keys(static_cast<std::size_t>(block.end_col - block.first_col));
    for (std::int64_t row = block.first_row; row < block.end_row && !stop.stop_requested(); ++row) {
        keys_.read(row, block.first_col, keys);
        for (std::int64_t col = block.first_col; col < block.end_col; ++col) {
            const double key = keys[static_cast<std::size_t>(col - block.first_col)];
            if (!(keys_.is_one_set() && row > col) && !contest.cannot_win(key)) offer(contest, row, col, key);
        }
        if (!keys_.is_asymmetric()) continue;
        for (std::int64_t col = std::max(block.first_col, row + 1); col < block.end_col; ++col)
            offer(contest, col, row, keys_.key(col, row));
    }
}

void FarthestSearch::look_at_outermost(const PairBlock& block, Contest& contest, const std::stop_token& stop) {
    if (contest.cannot_win(largest_key(block.first_row, block.first_col))) return;
    for (std::int64_t place = block.first_row; place < block.end_row && !stop.stop_requested(); ++place) {
        const std::int64_t row = outer_.rows[static_cast<std::size_t>(place)];
        const std::int64_t first = keys_.is_one_set() ? std::max(block.first_col, place + 1) : block.first_col;
        for (std::int64_t other = first; other < block.end_col; ++other) {
            if (contest.cannot_win(largest_key(place, other))) break;
            const std::int64_t col = across().rows[static_cast<std::size_t>(other)];
            const double key = keys_.key(row, col);
            if (!contest.cannot_win(key)) offer(contest, row, col, key);
        }
        learn(contest);
    }
    tell(contest.best());
}

} // namespace pairscope::scale
