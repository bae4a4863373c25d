// SPDX-License-Identifier: MIT
#include "kernels/neighbours/key_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::neighbours {
namespace {

constexpr std::int32_t vectors_of_leaf = 16;

using Three = std::array<double, most_tree_numbers>;

/// The numbers that are missing are 0, which adds nothing to a key.
Three filled_up(std::span<const double> numbers) {
    Three filled{};
    for (std::size_t k = 0; k < std::min(filled.size(), numbers.size()); ++k) filled[k] = numbers[k];
    return filled;
}

/// In the order of metric_key().
template <class Term> double sum_of(const Three& a, const Three& b, Term term) {
    double sum = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) sum += term(a[k] - b[k]);
    return sum;
}

/// The point of a box that is nearest to `from`, and a corner that is farthest from it.
Three nearest_in(const Three& low, const Three& high, const Three& from) {
    Three nearest;
    for (std::size_t k = 0; k < from.size(); ++k) nearest[k] = std::min(std::max(from[k], low[k]), high[k]);
    return nearest;
}
Three farthest_in(const Three& low, const Three& high, const Three& from) {
    Three farthest;
    for (std::size_t k = 0; k < from.size(); ++k) farthest[k] = from[k] - low[k] > high[k] - from[k] ? low[k] : high[k];
    return farthest;
}

} // namespace

bool has_key_tree(Metric metric, std::int64_t dims) {
    switch (metric) {
    case Metric::great_circle:
        return true;
    case Metric::manhattan:
    case Metric::chebyshev:
        return dims <= static_cast<std::int64_t>(most_tree_numbers);
    default: // every pair is looked at
        return false;
    }
}

struct KeyTree::Search {
    Numbers from;
    std::size_t length;
    std::int32_t own_row;
    CandidateList<>& list;
};

struct KeyTree::Counting {
    std::int64_t row;
    Numbers from;
    const RadiusLimit& limit;
    CountedPairs found{};
};

struct KeyTree::Listing {
    std::int64_t row;
    Numbers from;
    const RadiusLimit& limit;
    const std::function<void(std::int64_t row, int comparison)>& take;
};

KeyTree::KeyTree(const MetricVectors& vectors, const std::vector<bool>& usable, const std::stop_token& stop)
    : vectors_(vectors) {
    for (std::size_t row = 0; row < usable.size(); ++row)
        if (usable[row]) rows_.push_back(static_cast<std::int32_t>(row));
    if (!rows_.empty()) add_node(0, static_cast<std::int32_t>(rows_.size()), stop);
    numbers_.reserve(rows_.size());
    for (const std::int32_t row : rows_) numbers_.push_back(filled_up(vectors_.vector(row)));
}

KeyTree::Node KeyTree::bounds_of(std::int32_t first, std::int32_t last) const {
    Node node{.least_row = rows_[static_cast<std::size_t>(first)], .first = first, .last = last};
    const auto length = static_cast<std::size_t>(vectors_.length());
    std::ranges::copy(vectors_.vector(node.least_row), node.low.begin());
    node.high = node.low;
    for (std::int32_t i = first; i < last; ++i) {
        const std::int32_t row = rows_[static_cast<std::size_t>(i)];
        const std::span<const double> at = vectors_.vector(row);
        node.least_row = std::min(node.least_row, row);
        for (std::size_t k = 0; k < length; ++k) {
            node.low[k] = std::min(node.low[k], at[k]);
            node.high[k] = std::max(node.high[k], at[k]);
        }
    }
    return node;
}

/// Halves the vectors along the longest side of their box, so that the tree is balanced whatever their places are.
std::int32_t KeyTree::add_node(std::int32_t first, std::int32_t last, const std::stop_token& stop) {
    const Node bounds = bounds_of(first, last);
    const auto number = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back(bounds);
    if (last - first <= vectors_of_leaf || stop.stop_requested()) return number;
    std::size_t longest = 0;
    for (std::size_t k = 1; k < most_tree_numbers; ++k)
        if (bounds.high[k] - bounds.low[k] > bounds.high[longest] - bounds.low[longest]) longest = k;
    const std::int32_t middle = first + (last - first) / 2;
    const auto place = [&](std::int32_t row) { return std::pair(vectors_.vector(row)[longest], row); };
    std::ranges::nth_element(rows_.begin() + first, rows_.begin() + middle, rows_.begin() + last, {}, place);
    const std::int32_t left = add_node(first, middle, stop), right = add_node(middle, last, stop);
    nodes_[static_cast<std::size_t>(number)].left = left;
    nodes_[static_cast<std::size_t>(number)].right = right;
    return number;
}

template <class Use> void KeyTree::with_key(Use use) const {
    switch (vectors_.metric()) {
    case Metric::euclidean:
    case Metric::squared:
    case Metric::great_circle:
        return use([](const Three& a, const Three& b) { return sum_of(a, b, [](double x) { return x * x; }); });
    case Metric::manhattan:
        return use([](const Three& a, const Three& b) { return sum_of(a, b, [](double x) { return std::abs(x); }); });
    default:
        return use([metric = vectors_.metric()](const Three& a, const Three& b) { return metric_key(metric, a, b); });
    }
}

void KeyTree::find_nearest(std::span<const double> from, std::int32_t own_row, CandidateList<>& list) const {
    if (nodes_.empty()) return;
    Search search{.from = filled_up(from), .length = from.size(), .own_row = own_row, .list = list};
    with_key([&](auto key_of) { descend(search, 0, key_of); });
}

/// The nearer child comes first, which makes the list good early.
template <class KeyOf> void KeyTree::descend(Search& search, std::int32_t number, KeyOf key_of) const {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    if (node.left < 0) {
        for (auto i = static_cast<std::size_t>(node.first); i < static_cast<std::size_t>(node.last); ++i)
            if (const double key = key_of(search.from, numbers_[i]);
                key <= search.list.limit() && rows_[i] != search.own_row)
                search.list.add(key, rows_[i]);
        return;
    }
    struct Child {
        double key;
        std::int32_t number;
    };
    const auto child = [&](std::int32_t i) {
        const Node& there = nodes_[static_cast<std::size_t>(i)];
        return Child{key_of(search.from, nearest_in(there.low, there.high, search.from)), i};
    };
    const auto enter = [&](const Child& there) {
        if (there.key > search.list.limit()) return;
        if (there.key < search.list.low_limit()) return descend(search, there.number, key_of);
        const Node& to = nodes_[static_cast<std::size_t>(there.number)];
        const Numbers nearest = nearest_in(to.low, to.high, search.from);
        if (search.list.may_take(there.key, std::span(nearest).first(search.length), to.least_row))
            descend(search, there.number, key_of);
    };
    Child near = child(node.left), far = child(node.right);
    if (far.key < near.key) std::swap(near, far);
    enter(near);
    enter(far);
}

CountedPairs KeyTree::count_within(std::int64_t row, std::span<const double> from, const RadiusLimit& limit) const {
    if (nodes_.empty()) return {};
    Counting counting{.row = row, .from = filled_up(from), .limit = limit};
    with_key([&](auto key_of) { count_in(0, counting, key_of); });
    return counting.found;
}

template <class KeyOf> void KeyTree::count_in(std::int32_t number, Counting& counting, KeyOf key_of) const {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    const RadiusLimit& limit = counting.limit;
    const Slack slack = limit.slack();
    const double least = key_of(counting.from, nearest_in(node.low, node.high, counting.from));
    if (least > limit.high() && least - slack.of(least) > limit.high()) return;
    const double largest = key_of(counting.from, farthest_in(node.low, node.high, counting.from));
    if (largest < limit.low() && slack.above(largest) < limit.low()) {
        counting.found.closer += node.last - node.first;
        return;
    }
    if (node.left >= 0) {
        count_in(node.left, counting, key_of);
        count_in(node.right, counting, key_of);
        return;
    }
    for (auto i = static_cast<std::size_t>(node.first); i < static_cast<std::size_t>(node.last); ++i)
        counting.found.add(limit.compare(counting.row, rows_[i], key_of(counting.from, numbers_[i])));
}

void KeyTree::list_within(std::int64_t row, std::span<const double> from, const RadiusLimit& limit,
                          const std::function<void(std::int64_t row, int comparison)>& take) const {
    if (nodes_.empty()) return;
    const Listing listing{.row = row, .from = filled_up(from), .limit = limit, .take = take};
    with_key([&](auto key_of) { list_in(0, listing, key_of); });
}

template <class KeyOf> void KeyTree::list_in(std::int32_t number, const Listing& listing, KeyOf key_of) const {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    const RadiusLimit& limit = listing.limit;
    const double least = key_of(listing.from, nearest_in(node.low, node.high, listing.from));
    if (least > limit.high() && least - limit.slack().of(least) > limit.high()) return;
    if (node.left >= 0) {
        list_in(node.left, listing, key_of);
        list_in(node.right, listing, key_of);
        return;
    }
    for (auto i = static_cast<std::size_t>(node.first); i < static_cast<std::size_t>(node.last); ++i)
        if (const int comparison = limit.compare(listing.row, rows_[i], key_of(listing.from, numbers_[i]));
            comparison <= 0)
            listing.take(rows_[i], comparison);
}

} // namespace pairscope::neighbours
