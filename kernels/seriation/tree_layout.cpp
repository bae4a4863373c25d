// SPDX-License-Identifier: MIT
#include "kernels/seriation/tree_layout.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace pairscope::seriation {
namespace {

/// A cluster: a vector, or two clusters side by side, each of which may be turned around.
struct ClusterNode {
    std::int32_t left = -1, right = -1; ///< nodes; -1: a single vector
    bool turn_left = false, turn_right = false;
    std::int32_t first = 0, last = 0; ///< the vectors at its ends
};

/// Takes that one of the four ways to turn two clusters in which the vectors that meet are the nearest.
ClusterNode joined(const std::vector<ClusterNode>& nodes, const Merge& merge, const Apart& apart) {
    const ClusterNode &left = nodes[static_cast<std::size_t>(merge.left)],
                      &right = nodes[static_cast<std::size_t>(merge.right)];
    ClusterNode both{.left = merge.left, .right = merge.right};
    double nearest = std::numeric_limits<double>::infinity();
    for (const bool turn_left : {false, true})
        for (const bool turn_right : {false, true}) {
            const double distance = apart(turn_left ? left.first : left.last, turn_right ? right.last : right.first);
            if (!(distance < nearest)) continue;
            nearest = distance;
            both.turn_left = turn_left;
            both.turn_right = turn_right;
        }
    both.first = both.turn_left ? left.last : left.first;
    both.last = both.turn_right ? right.first : right.last;
    return both;
}

Permutation from_left_to_right(const std::vector<ClusterNode>& nodes) {
    struct Open {
        std::int32_t node;
        bool turned;
    };
    Permutation order;
    std::vector<Open> open{{static_cast<std::int32_t>(nodes.size()) - 1, false}};
    while (!open.empty()) {
        const auto [at, turned] = open.back();
        open.pop_back();
        const ClusterNode& here = nodes[static_cast<std::size_t>(at)];
        if (here.left < 0) {
            order.push_back(here.first);
            continue;
        }
        const Open left{here.left, here.turn_left != turned}, right{here.right, here.turn_right != turned};
        open.push_back(turned ? left : right);
        open.push_back(turned ? right : left);
    }
    return order;
}

} // namespace

Permutation ends_together(const std::vector<Merge>& merges, std::int64_t vectors, const Apart& apart) {
    std::vector<ClusterNode> nodes(static_cast<std::size_t>(vectors));
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].first = nodes[i].last = static_cast<std::int32_t>(i);
    for (const Merge& merge : merges) nodes.push_back(joined(nodes, merge, apart));
    return from_left_to_right(nodes);
}

std::vector<Branch> branches_of(const std::vector<Merge>& merges, const Permutation& order) {
    std::vector<double> middles(order.size()), heights(order.size(), 0.0);
    for (std::size_t place = 0; place < order.size(); ++place)
        middles[static_cast<std::size_t>(order[place])] = static_cast<double>(place) + 0.5;
    std::vector<Branch> branches;
    for (const Merge& merge : merges) {
        const auto left = static_cast<std::size_t>(merge.left), right = static_cast<std::size_t>(merge.right);
        Branch branch{.left = static_cast<float>(middles[left]),
                      .right = static_cast<float>(middles[right]),
                      .left_height = static_cast<float>(heights[left]),
                      .right_height = static_cast<float>(heights[right]),
                      .height = static_cast<float>(merge.height)};
        if (branch.left > branch.right) {
            std::swap(branch.left, branch.right);
            std::swap(branch.left_height, branch.right_height);
        }
        branches.push_back(branch);
        middles.push_back((middles[left] + middles[right]) / 2.0);
        heights.push_back(merge.height);
    }
    return branches;
}

} // namespace pairscope::seriation
