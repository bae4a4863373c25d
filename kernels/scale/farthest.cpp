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

/// The mean of the usable vectors of both sets. It need not be exact: any point is right.
std::vector<double> middle_of(const AllKeys& keys, const MetricReader& first, const MetricReader& across) {
    MiddleOf middle(first.length());
    std::vector<double> vector(first.length());
    const auto add = [&](const MetricReader& set, const auto& is_usable) {
        for (std::int64_t row = 0; row < set.rows(); ++row) {
            if (!is_usable(row)) continue;
            set.read(row, vector);
            middle.add(vector);
        }
    };
    add(first, [&](std::int64_t row) { return keys.is_usable(row); });
    if (!keys.is_one_set()) add(across, [&](std::int64_t row) { return keys.is_usable_across(row); });
    return middle.numbers();
}

OutermostFirst all_rows(std::int64_t rows) {
    OutermostFirst all{.rows = std::vector<std::int64_t>(static_cast<std::size_t>(rows)), .radius = {}};
    std::iota(all.rows.begin(), all.rows.end(), 0);
    return all;
}

} // namespace

FarthestSearch::FarthestSearch(const AllKeys& keys)
    : keys_(keys), merged_(keys), known_(keys), known_key_(-std::numeric_limits<double>::infinity()) {
    if (has_bound(keys.question())) {
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
    blocks_ = blocks_for(std::ssize(outer_.rows), std::ssize(across().rows), keys.is_one_set(), keys.length());
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

/// From the outermost vector to the one that is farthest from it, and from there once more: a long way already.
void FarthestSearch::find_good_start() {
    Contest contest(keys_);
    std::int64_t from = outer_.rows.front();
    const auto look = [&](bool is_row, std::span<const std::int64_t> others) {
        for (const std::int64_t other : others) {
            const std::int64_t row = is_row ? from : other, col = is_row ? other : from;
            offer_finite(keys_, contest, row, col, keys_.key(row, col));
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
        look_at_all(keys_, block, contest, stop);
    else
        look_at_outermost({.keys = keys_, .first = outer_, .across = across()}, block, contest, stop,
                          [&] { learn(contest); });
    if (!outer_.radius.empty()) tell(contest.best());
    ByteWriter writer;
    writer.put(contest.best());
    return writer.take();
}

} // namespace pairscope::scale
