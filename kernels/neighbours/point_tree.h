// SPDX-License-Identifier: MIT
// A tree over points in the plane, and the search for the nearest ones in it. CPU and GPU share all of this file.
//
// The points lie in the order of the Morton curve. Each sixteen of them are a leaf, each four leaves a node, each four
// nodes a node of the next level. So the tree needs no pointers, and it follows clusters, where a grid of equal cells
// would have crowded cells. A node knows the box around its points. The distance to a box is computed by the same
// operations as the distance to a point, and rounding is monotone, so it is never above the distance to a point inside.
// That makes the search exact without any tolerance.
#pragma once

#include "kernels/neighbours/exact_distance.h"
#include "kernels/neighbours/nearest_list.h"

#include <cstdint>

namespace pairscope::neighbours {

// EPYC, one thread, 10^6 points, k = 8: leaves of 4, 8, 16, 32 points take 0.82, 0.69, 0.61, 0.58 s.
inline constexpr int leaf_points = 16;
inline constexpr std::int32_t no_row = -2; ///< in the places that fill up the last leaf
inline constexpr int fan_out = 4;          ///< a power of two
inline constexpr int most_levels = 14;     ///< enough for 2^30 points

struct Box {
    float low_x, low_y, high_x, high_y;
};

/// Leaves are the nodes of level 0; the last level has one node. Owns nothing: CPU or GPU memory.
struct PointTree {
    const Place* places = nullptr; ///< in the order of the curve; the last leaf is filled up with NaN
    const std::int32_t* rows =
        nullptr;                ///< the rows that these points have in their dataset; behind the last one no_row
    const Box* boxes = nullptr; ///< boxes of the nodes, level after level
    const std::int32_t* least = nullptr; ///< the least row of each node
    std::int32_t count = 0;              ///< points
    std::int32_t levels = 0;
    std::int32_t first[most_levels] = {}; ///< where a level begins among the boxes
    std::int32_t nodes[most_levels] = {}; ///< nodes per level
};

/// The levels of a tree over so many points, at least one.
PAIRSCOPE_BOTH_SIDES inline PointTree levels_for(std::int32_t count) {
    PointTree tree;
    tree.count = count;
    std::int32_t nodes = (count + leaf_points - 1) / leaf_points, first = 0;
    while (true) {
        tree.first[tree.levels] = first;
        tree.nodes[tree.levels++] = nodes;
        first += nodes;
        if (nodes <= 1) return tree;
        nodes = (nodes + fan_out - 1) / fan_out;
    }
}
/// Places and rows that a tree over so many points needs room for.
PAIRSCOPE_BOTH_SIDES inline std::int32_t padded(std::int32_t count) {
    return (count + leaf_points - 1) / leaf_points * leaf_points;
}
[[nodiscard]] inline std::int32_t boxes_of(const PointTree& tree) {
    return tree.first[tree.levels - 1] + tree.nodes[tree.levels - 1];
}

/// How far it is from the place to an interval, along one axis; 0 inside.
PAIRSCOPE_BOTH_SIDES inline float outside(float at, float low, float high) {
    const float below = low - at, above = at - high;
    const float beyond = below > above ? below : above;
    return beyond > 0.0f ? beyond : 0.0f;
}
PAIRSCOPE_BOTH_SIDES inline float squared_distance(const Box& box, Place from) {
    return sum_of_squares(outside(from.x, box.low_x, box.high_x), outside(from.y, box.low_y, box.high_y));
}

/// A search for the nearest points of one place.
template <int capacity> class Search {
public:
    /// `own_row` is left out; -1: none. The tree must hold as many other points as keys will be used of the list: then
    /// NaN, whose keys come behind all others, is not among them.
    PAIRSCOPE_BOTH_SIDES Search(const PointTree& tree, Place from, std::int32_t own_row)
        : tree_(tree), from_(from), own_row_(own_row) {
        list_.clear();
    }

    /// Begins at a leaf near the place, which makes the list good early, and goes from there to the siblings of the
    /// leaf, of its parent, and so on: near nodes come first.
    PAIRSCOPE_BOTH_SIDES const NearestList<capacity>& run(std::int32_t leaf) {
        scan(leaf);
        std::int32_t node = leaf;
        for (int level = 0; level + 1 < tree_.levels; ++level, node /= fan_out) {
            const std::int32_t begin = node & ~(fan_out - 1), nodes = tree_.nodes[level];
            const std::int32_t end = begin + fan_out < nodes ? begin + fan_out : nodes;
            for (std::int32_t sibling = begin; sibling < end; ++sibling)
                if (sibling != node) descend(level, sibling);
        }
        return list_;
    }

private:
    PAIRSCOPE_BOTH_SIDES void scan(std::int32_t leaf) {
        const Place* const places = tree_.places + static_cast<std::int64_t>(leaf) * leaf_points;
        const std::int32_t* const rows = tree_.rows + static_cast<std::int64_t>(leaf) * leaf_points;
        float squared[leaf_points]; // all of them first: on a CPU that becomes vector instructions
        for (int i = 0; i < leaf_points; ++i) squared[i] = squared_distance(from_, places[i]);
        for (int i = 0; i < leaf_points; ++i) {
            const std::uint64_t key = key_of(squared[i], rows[i]);
            if (key < list_.worst() && rows[i] != own_row_) list_.add(key);
        }
    }
    /// No point of the node has a key below this one.
    PAIRSCOPE_BOTH_SIDES [[nodiscard]] std::uint64_t least_key(int level, std::int32_t node) const {
        const std::int32_t at = tree_.first[level] + node;
        return key_of(squared_distance(tree_.boxes[at], from_), tree_.least[at]);
    }
    /// All nodes below one, in their order. It needs no stack: the next node follows from the numbers.
    PAIRSCOPE_BOTH_SIDES void descend(const int top, const std::int32_t from) {
        int level = top;
        std::int32_t node = from;
        while (true) {
            if (least_key(level, node) < list_.worst()) {
                if (level > 0) {
                    --level;
                    node *= fan_out;
                    continue;
                }
                scan(node);
            }
            while (level < top && ((node & (fan_out - 1)) == fan_out - 1 || node + 1 == tree_.nodes[level])) {
                node /= fan_out;
                ++level;
            }
            if (level == top) return;
            ++node;
        }
    }

    const PointTree& tree_;
    Place from_;
    std::int32_t own_row_;
    NearestList<capacity> list_;
};

} // namespace pairscope::neighbours
