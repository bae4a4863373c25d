// SPDX-License-Identifier: MIT
#include "kernels/neighbours/key_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::neighbours {
namespace {

constexpr std::int32_t vectors_of_leaf = 16;

/// Far more than rounding to float32 changes a distance: pairs so near to the radius are looked at one by one.
constexpr double margin = 1e-6, least_margin = 1e-44;

bool is_clearly_closer(double distance, double radius) { return distance < radius * (1.0 - margin) - least_margin; }
bool is_clearly_farther(double distance, double radius) { return distance > radius * (1.0 + margin) + least_margin; }

} // namespace

bool has_key_tree(Metric metric, std::int64_t dims) {
    switch (metric) {
    case Metric::great_circle:
        return true;
    case Metric::manhattan:
    case Metric::chebyshev:
        return dims <= static_cast<std::int64_t>(most_tree_numbers);
    case Metric::euclidean:
    case Metric::squared:
    case Metric::cosine:
        break;
    }
    return false;
}

struct KeyTree::Search {
    std::span<const double> from;
    std::int32_t own_row;
    std::size_t most;
    std::vector<KeyedRow>& list;

    [[nodiscard]] bool takes(const KeyedRow& candidate) const { return list.size() < most || candidate < list.back(); }
    void add(const KeyedRow& candidate) const {
        if (candidate.row == own_row || !takes(candidate)) return;
        if (list.size() == most) list.pop_back();
        list.insert(std::ranges::upper_bound(list, candidate), candidate);
    }
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

/// No vector of the node comes before this candidate.
KeyedRow KeyTree::least_in(const Node& node, std::span<const double> from) const {
    Numbers outside{};
    for (std::size_t k = 0; k < from.size(); ++k)
        outside[k] = std::max({node.low[k] - from[k], from[k] - node.high[k], 0.0});
    const Numbers zero{};
    return {metric_key(vectors_.metric(), std::span(outside).first(from.size()), std::span(zero).first(from.size())),
            node.least_row};
}

double KeyTree::largest_key_in(const Node& node, std::span<const double> from) const {
    Numbers farthest{};
    for (std::size_t k = 0; k < from.size(); ++k)
        farthest[k] = std::max(std::abs(node.low[k] - from[k]), std::abs(node.high[k] - from[k]));
    const Numbers zero{};
    return metric_key(vectors_.metric(), std::span(farthest).first(from.size()), std::span(zero).first(from.size()));
}

void KeyTree::find_nearest(std::span<const double> from, std::int32_t own_row, std::size_t most,
                           std::vector<KeyedRow>& list) const {
    Search search{.from = from, .own_row = own_row, .most = most, .list = list};
    if (!nodes_.empty()) descend(search, 0);
}

/// The nearer child comes first, which makes the list good early.
void KeyTree::descend(Search& search, std::int32_t number) const {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    if (node.left < 0) {
        for (const std::int32_t row : std::span(rows_).subspan(static_cast<std::size_t>(node.first),
                                                               static_cast<std::size_t>(node.last - node.first)))
            search.add({metric_key(vectors_.metric(), search.from, vectors_.vector(row)), row});
        return;
    }
    std::pair near{least_in(nodes_[static_cast<std::size_t>(node.left)], search.from), node.left};
    std::pair far{least_in(nodes_[static_cast<std::size_t>(node.right)], search.from), node.right};
    if (far < near) std::swap(near, far);
    if (search.takes(near.first)) descend(search, near.second);
    if (search.takes(far.first)) descend(search, far.second);
}

std::int64_t KeyTree::count_closer(std::span<const double> from, float radius) const {
    return nodes_.empty() ? 0 : count_in(0, from, radius);
}

std::int64_t KeyTree::count_in(std::int32_t number, std::span<const double> from, float radius) const {
    const Node& node = nodes_[static_cast<std::size_t>(number)];
    const Metric metric = vectors_.metric();
    if (is_clearly_farther(distance_of_key(metric, least_in(node, from).key), static_cast<double>(radius))) return 0;
    if (is_clearly_closer(distance_of_key(metric, largest_key_in(node, from)), static_cast<double>(radius)))
        return node.last - node.first;
    if (node.left >= 0) return count_in(node.left, from, radius) + count_in(node.right, from, radius);
    std::int64_t found = 0;
    for (std::int32_t i = node.first; i < node.last; ++i) {
        const double key = metric_key(metric, from, vectors_.vector(rows_[static_cast<std::size_t>(i)]));
        found += static_cast<float>(distance_of_key(metric, key)) < radius ? 1 : 0;
    }
    return found;
}

} // namespace pairscope::neighbours
