// SPDX-License-Identifier: MIT
#include "kernels/neighbours/key_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::neighbours {
namespace {

constexpr std::int32_t vectors_of_leaf = 16;

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
    std::span<const double> from;
    std::int32_t own_row;
    CandidateList<>& list;
};

KeyTree::KeyTree(const MetricVectors& vectors, const std::vector<bool>& usable, const std::stop_token& stop)
    : vectors_(vectors) {
    for (std::size_t row = 0; row < usable.size(); ++row)
        if (usable[row]) rows_.push_back(static_cast<std::int32_t>(row));
    if (!rows_.empty()) add_node(0, static_cast<std::int32_t>(rows_.size()), stop);
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

/// The point of the node's box that is nearest to `from`.
KeyTree::Corner KeyTree::nearest_in(const Node& node, std::span<const double> from) const {
    Corner nearest{};
    for (std::size_t k = 0; k < from.size(); ++k) nearest[k] = std::clamp(from[k], node.low[k], node.high[k]);
    return nearest;
}

double KeyTree::least_key_in(const Node& node, std::span<const double> from) const {
    const Corner nearest = nearest_in(node, from);
    return metric_key(vectors_.metric(), from, std::span(nearest).first(from.size()));
}

double KeyTree::largest_key_in(const Node& node, std::span<const double> from) const {
    Corner farthest{};
    for (std::size_t k = 0; k < from.size(); ++k)
        farthest[k] = from[k] - node.low[k] > node.high[k] - from[k] ? node.low[k] : node.high[k];
    return metric_key(vectors_.metric(), from, std::span(farthest).first(from.size()));
}

void KeyTree::find_nearest(std::span<const double> from, std::int32_t own_row, CandidateList<>& list) const {
    Search search{.from = from, .own_row = own_row, .list = list};
    if (!nodes_.empty()) descend(search, 0);
}

/// The nearer child comes first, which makes the list good early.
void KeyTree::descend(Search& search, std::int32_t number) const {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    if (node.left < 0) {
        for (const std::int32_t row : std::span(rows_).subspan(static_cast<std::size_t>(node.first),
                                                               static_cast<std::size_t>(node.last - node.first)))
            if (row != search.own_row)
                search.list.add(metric_key(vectors_.metric(), search.from, vectors_.vector(row)), row);
        return;
    }
    struct Child {
        double key;
        std::int32_t number;
    };
    const auto child = [&](std::int32_t i) {
        return Child{least_key_in(nodes_[static_cast<std::size_t>(i)], search.from), i};
    };
    const auto enter = [&](const Child& there) {
        const Node& to = nodes_[static_cast<std::size_t>(there.number)];
        if (there.key > search.list.limit()) return;
        if (there.key < search.list.low_limit()) return descend(search, there.number);
        const Corner nearest = nearest_in(to, search.from);
        if (search.list.may_take(there.key, std::span(nearest).first(search.from.size()), to.least_row))
            descend(search, there.number);
    };
    Child near = child(node.left), far = child(node.right);
    if (far.key < near.key) std::swap(near, far);
    enter(near);
    enter(far);
}

CountedPairs KeyTree::count_within(std::int64_t row, std::span<const double> from, const RadiusLimit& limit) const {
    CountedPairs counted;
    if (!nodes_.empty()) count_in(0, row, from, limit, counted);
    return counted;
}

void KeyTree::count_in(std::int32_t number, std::int64_t row, std::span<const double> from, const RadiusLimit& limit,
                       CountedPairs& counted) const {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    const Slack slack = limit.slack();
    const double least = least_key_in(node, from), largest = largest_key_in(node, from);
    if (least - slack.of(least) > limit.high()) return;
    if (slack.above(largest) < limit.low()) {
        counted.closer += node.last - node.first;
        return;
    }
    if (node.left >= 0) {
        count_in(node.left, row, from, limit, counted);
        count_in(node.right, row, from, limit, counted);
        return;
    }
    for (std::int32_t i = node.first; i < node.last; ++i) {
        const std::int32_t col = rows_[static_cast<std::size_t>(i)];
        counted.add(limit.compare(row, col, metric_key(vectors_.metric(), from, vectors_.vector(col))));
    }
}

} // namespace pairscope::neighbours
