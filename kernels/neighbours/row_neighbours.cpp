// SPDX-License-Identifier: MIT
#include "kernels/neighbours/row_neighbours.h"

#include "kernels/data/globe.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/pair_keys.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace pairscope::neighbours {
namespace {

/// The squared distances of one row from vectors that float32 holds.
std::vector<double> squares_from(std::span<const float> from, std::span<const float> all) {
    std::vector<double> squares;
    squares.reserve(all.size() / from.size());
    for (std::size_t at = 0; at < all.size(); at += from.size()) {
        const double square = squared_distance(from, all.subspan(at, from.size()));
        squares.push_back(std::isfinite(square) ? square : std::numeric_limits<double>::quiet_NaN());
    }
    return squares;
}

/// The cheap keys of one row. The other vectors are prepared one after the other: all of them together may need much
/// memory.
std::vector<double> keys_by_metric(const NeighbourQuestion& question, const Measure& measure, std::int64_t row) {
    const std::span<const float> floats = measure.first().floats(), all = measure.across().floats();
    const std::size_t dims = measure.first().dims();
    if (is_euclidean(question.metric) && !floats.empty() && !all.empty())
        return squares_from(floats.subspan(static_cast<std::size_t>(row) * dims, dims), all);
    const MetricReader here(measure.first(), globe_axes(question.first), question.metric);
    const MetricReader there(measure.across(), globe_axes(question.across()), question.metric);
    std::vector<double> own(here.length()), other(there.length()), keys;
    here.read(row, own);
    keys.reserve(static_cast<std::size_t>(there.rows()));
    for (std::int64_t col = 0; col < there.rows(); ++col) {
        there.read(col, other);
        keys.push_back(question.own.nearly == nullptr ? metric_key(question.metric, own, other)
                                                      : question.own.nearly(own, other, question.own.parameters));
    }
    return keys;
}

std::vector<double> keys_of(const NeighbourQuestion& question, const Measure& measure, std::int64_t row) {
    if (!has_only_exact_keys(question)) return keys_by_metric(question, measure, row);
    std::vector<double> keys;
    for (std::int64_t col = 0; col < question.across().rows; ++col) keys.push_back(measure.exact_key(row, col));
    return keys;
}

/// The exact order of the neighbours of one row, of which the cheap keys are known.
class RowOrder {
public:
    RowOrder(const Measure& measure, std::int64_t row, std::span<const double> keys)
        : measure_(measure), slack_(measure.slack()), row_(row), keys_(keys) {}

    [[nodiscard]] bool comes_before(std::int64_t a, std::int64_t b) const {
        if (const int order = compare(a, b); order != 0) return order < 0;
        return a < b;
    }
    [[nodiscard]] bool is_farther(std::int64_t a, std::int64_t b) const { return compare(a, b) > 0; }
    /// How many vectors come before this one. `own` is left out; -1: none.
    [[nodiscard]] std::int64_t count_before(std::int64_t of, std::int64_t own) const {
        std::int64_t before = 0;
        for (std::int64_t i = 0; i < std::ssize(keys_); ++i)
            before += i != own && i != of && !std::isnan(key(i)) && comes_before(i, of) ? 1 : 0;
        return before;
    }

private:
    [[nodiscard]] double key(std::int64_t i) const { return keys_[static_cast<std::size_t>(i)]; }
    [[nodiscard]] int compare(std::int64_t a, std::int64_t b) const {
        const double key_a = key(a), key_b = key(b);
        if (std::abs(key_a - key_b) > slack_.of(std::max(key_a, key_b))) return key_a < key_b ? -1 : 1;
        const double exact_a = measure_.exact_key(row_, a), exact_b = measure_.exact_key(row_, b);
        if (exact_a != exact_b) return exact_a < exact_b ? -1 : 1;
        return measure_.compare_equal(row_, a, b);
    }

    const Measure& measure_;
    Slack slack_;
    std::int64_t row_;
    std::span<const double> keys_;
};

/// The rows that can be neighbours.
std::vector<std::int64_t> candidates_in(std::span<const double> keys, std::int64_t own) {
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < std::ssize(keys); ++i)
        if (i != own && !std::isnan(keys[static_cast<std::size_t>(i)])) rows.push_back(i);
    return rows;
}

/// Whether each neighbour has the row among its own k nearest ones.
void look_back(const NeighbourQuestion& question, std::int64_t row, std::vector<RowNeighbour>& neighbours) {
    const NeighbourQuestion backward = turned(question);
    const Measure measure(backward);
    for (RowNeighbour& neighbour : neighbours) {
        const std::vector<double> back = keys_of(backward, measure, neighbour.row);
        const RowOrder order(measure, neighbour.row, back);
        neighbour.mutual = order.count_before(row, question.own_row(neighbour.row)) < question.k;
    }
}

} // namespace

std::vector<double> keys_of(const NeighbourQuestion& question, std::int64_t row) {
    return keys_of(question, Measure(question), row);
}

std::vector<double> distances_of_keys(const NeighbourQuestion& question, std::span<const double> keys) {
    const Measure measure(question);
    std::vector<double> distances(keys.begin(), keys.end());
    for (double& distance : distances) distance = measure.distance_of_cheap(distance);
    return distances;
}

std::vector<std::int64_t> rows_in_order(const NeighbourQuestion& question, std::int64_t row,
                                        std::span<const double> keys) {
    const Measure measure(question);
    const RowOrder order(measure, row, keys);
    std::vector<std::int64_t> rows = candidates_in(keys, question.own_row(row));
    std::ranges::sort(rows, [&](std::int64_t a, std::int64_t b) { return order.comes_before(a, b); });
    return rows;
}

RowNeighbours neighbours_of_row(const NeighbourQuestion& question, std::int64_t row, bool with_mutual) {
    return neighbours_by_keys(question, row, keys_of(question, row), with_mutual);
}

RowNeighbours neighbours_by_keys(const NeighbourQuestion& question, std::int64_t row, std::span<const double> keys,
                                 bool with_mutual) {
    const Measure measure(question);
    const RowOrder order(measure, row, keys);
    const std::int64_t own = question.own_row(row);
    std::vector<std::int64_t> rows = candidates_in(keys, own);
    const auto found = [&](std::int64_t i, std::int64_t rank) {
        return RowNeighbour{.row = i, .distance = measure.distance(row, i), .rank = rank};
    };
    RowNeighbours result{.nearest = {}, .farthest = {}, .others = std::ssize(rows)};
    const std::vector<bool> usable = usable_vectors(question.across(), question.metric);
    result.left_out = std::ranges::count(usable, false);
    result.finite = question.second == nullptr
                        ? usable[static_cast<std::size_t>(row)]
                        : usable_vectors(question.first, question.metric)[static_cast<std::size_t>(row)];
    if (rows.empty()) return result;
    std::int64_t farthest = rows.front(); // the first one of equals
    for (const std::int64_t i : rows)
        if (order.is_farther(i, farthest)) farthest = i;
    result.farthest = found(farthest, order.count_before(farthest, own) + 1);
    const auto kept = std::min<std::ptrdiff_t>(std::clamp(question.k, 1, most_neighbours), std::ssize(rows));
    std::partial_sort(rows.begin(), rows.begin() + kept, rows.end(),
                      [&](std::int64_t a, std::int64_t b) { return order.comes_before(a, b); });
    for (std::ptrdiff_t i = 0; i < kept; ++i) result.nearest.push_back(found(rows[static_cast<std::size_t>(i)], i + 1));
    if (with_mutual) look_back(question, row, result.nearest);
    return result;
}

std::optional<RowNeighbour> as_neighbour(const NeighbourQuestion& question, std::int64_t row, std::int64_t col) {
    return as_neighbour(question, row, col, keys_of(question, row));
}

std::optional<RowNeighbour> as_neighbour(const NeighbourQuestion& question, std::int64_t row, std::int64_t col,
                                         std::span<const double> keys) {
    if (col == question.own_row(row)) return {};
    if (std::isnan(keys[static_cast<std::size_t>(col)])) return {};
    const Measure measure(question);
    const RowOrder order(measure, row, keys);
    return RowNeighbour{
        .row = col, .distance = measure.distance(row, col), .rank = order.count_before(col, question.own_row(row)) + 1};
}

std::optional<double> distance_between(const NeighbourQuestion& question, std::int64_t row, std::int64_t col) {
    const double distance = Measure(question).distance(row, col);
    return std::isnan(distance) ? std::nullopt : std::optional(distance);
}

} // namespace pairscope::neighbours
