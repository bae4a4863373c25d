// SPDX-License-Identifier: MIT
// A tree over points in the plane, and the search for the nearest ones in it. CPU and GPU share all of this file.
//
// The points lie in the order of the Morton curve. Each sixteen of them are a leaf, each four leaves a node, each four
// nodes a node of the next level. So the tree needs no pointers, and it follows clusters, where a grid of equal cells
// would have crowded cells. A node knows the box around its points.
#pragma once

#include "kernels/neighbours/exact/exact_distance.h"
#include "kernels/neighbours/nearest_list.h"

#include <cstdint>

namespace pairscope::neighbours {

// EPYC, one thread, 10^6 points, k = 8: leaves of 4, 8, 16, 32 points take 0.82, 0.69, 0.61, 0.58 s.
inline constexpr int leaf_points = 16;
inline constexpr std::int32_t no_row = -2; ///< in the places that fill up the last leaf
inline constexpr int fan_out = 4;          ///< a power of two
inline constexpr int most_levels = 14;     ///< enough for 2^30 points

template <class Number> struct BoxIn { Number low_x, low_y, high_x, high_y; };
using Box = BoxIn<float>;

/// Leaves are the nodes of level 0; the last level has one node. Owns nothing: CPU or GPU memory.
template <class Number> struct TreeIn {
    const TreePointIn<Number>* places = nullptr; ///< in the order of the curve; the last leaf is filled up with NaN
    const std::int32_t* rows =
        nullptr; ///< the rows that these points have in their dataset; behind the last one no_row
    const BoxIn<Number>* boxes = nullptr; ///< boxes of the nodes, level after level
    const std::int32_t* least = nullptr;  ///< the least row of each node
    std::int32_t count = 0;               ///< points
    std::int32_t levels = 0;
    std::int32_t first[most_levels] = {}; ///< where a level begins among the boxes
    std::int32_t nodes[most_levels] = {}; ///< nodes per level
};
using PointTree = TreeIn<float>;

/// The levels of a tree over so many points, at least one.
template <class Number = float> PAIRSCOPE_BOTH_SIDES TreeIn<Number> levels_for(std::int32_t count) {
    TreeIn<Number> tree;
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
template <class Number> [[nodiscard]] std::int32_t boxes_of(const TreeIn<Number>& tree) {
    return tree.first[tree.levels - 1] + tree.nodes[tree.levels - 1];
}

/// How far it is from the place to an interval, along one axis; 0 inside.
template <class Number> PAIRSCOPE_BOTH_SIDES Number outside(Number at, Number low, Number high) {
    const Number below = low - at, above = at - high;
    const Number beyond = below > above ? below : above;
    return beyond > 0 ? beyond : 0;
}
template <class Number>
PAIRSCOPE_BOTH_SIDES Number squared_distance(const BoxIn<Number>& box, TreePointIn<Number> from) {
    return sum_of_squares(outside(from.x, box.low_x, box.high_x), outside(from.y, box.low_y, box.high_y));
}

/// Walks to the nodes of a tree that are near a place. `Found` says which nodes are looked at, and takes their points:
///   bool may_take(const BoxIn<Number>& box, std::int32_t least_row)
///   void look_at(const TreePointIn<Number>* places, const std::int32_t* rows)     // leaf_points of each
template <class Number, class Found> class TreeWalk {
public:
    PAIRSCOPE_BOTH_SIDES TreeWalk(const TreeIn<Number>& tree, Found& found) : tree_(tree), found_(found) {}

    /// Begins at a leaf near the place, which makes the list good early, and goes from there to the siblings of the
    /// leaf, of its parent, and so on: near nodes come first.
    PAIRSCOPE_BOTH_SIDES void run(std::int32_t leaf) {
        look_at(leaf);
        std::int32_t node = leaf;
        for (int level = 0; level + 1 < tree_.levels; ++level, node /= fan_out) {
            const std::int32_t begin = node & ~(fan_out - 1), nodes = tree_.nodes[level];
            const std::int32_t end = begin + fan_out < nodes ? begin + fan_out : nodes;
            for (std::int32_t sibling = begin; sibling < end; ++sibling)
                if (sibling != node) descend(level, sibling);
        }
    }

private:
    PAIRSCOPE_BOTH_SIDES void look_at(std::int32_t leaf) {
        const std::int64_t first = static_cast<std::int64_t>(leaf) * leaf_points;
        found_.look_at(tree_.places + first, tree_.rows + first);
    }
    /// All nodes below one, in their order. It needs no stack: the next node follows from the numbers.
    PAIRSCOPE_BOTH_SIDES void descend(const int top, const std::int32_t from) {
        int level = top;
        std::int32_t node = from;
        while (true) {
            const std::int32_t at = tree_.first[level] + node;
            if (found_.may_take(tree_.boxes[at], tree_.least[at])) {
                if (level > 0) {
                    --level;
                    node *= fan_out;
                    continue;
                }
                look_at(node);
            }
            while (level < top && ((node & (fan_out - 1)) == fan_out - 1 || node + 1 == tree_.nodes[level])) {
                node /= fan_out;
                ++level;
            }
            if (level == top) return;
            ++node;
        }
    }

    const TreeIn<Number>& tree_;
    Found& found_;
};

/// The nearest points by their float32 keys, as a GPU finds them: the distance to a box is computed by the same
/// operations as the distance to a point, and rounding is monotone, so the keys are the least ones without any
/// tolerance.
template <int capacity> class NearestByKey {
public:
    /// `own_row` is left out; -1: none. The tree must hold as many other points as keys will be used of the list: then
    /// NaN, whose keys come behind all others, is not among them.
    PAIRSCOPE_BOTH_SIDES NearestByKey(TreePoint from, std::int32_t own_row) : from_(from), own_row_(own_row) {
        list_.clear();
    }

    PAIRSCOPE_BOTH_SIDES [[nodiscard]] bool may_take(const Box& box, std::int32_t least_row) const {
        return key_of(squared_distance(box, from_), least_row) < list_.worst();
    }
    PAIRSCOPE_BOTH_SIDES void look_at(const TreePoint* places, const std::int32_t* rows) {
        float squared[leaf_points]; // all of them first: on a CPU that becomes vector instructions
        for (int i = 0; i < leaf_points; ++i) squared[i] = squared_distance(from_, places[i]);
        for (int i = 0; i < leaf_points; ++i) {
            const std::uint64_t key = key_of(squared[i], rows[i]);
            if (key < list_.worst() && rows[i] != own_row_) list_.add(key);
        }
    }
    PAIRSCOPE_BOTH_SIDES [[nodiscard]] const NearestList<capacity>& list() const { return list_; }

private:
    TreePoint from_;
    std::int32_t own_row_;
    NearestList<capacity> list_;
};

} // namespace pairscope::neighbours
