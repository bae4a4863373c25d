// SPDX-License-Identifier: MIT
#include "kernels/neighbours/closer_pairs.h"

#include "kernels/neighbours/key_tree.h"
#include "kernels/neighbours/loop_over.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/pair_keys.h"
#include "kernels/neighbours/plane.h"
#include "kernels/neighbours/radius_limit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <vector>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t leaves_of_step = 16;
constexpr std::int64_t rows_counted_at_once = 256; // that are counted in a tree of keys

/// The least and the largest squared distance between a point of one box and a point of the other. Both are rounded as
/// the distance of two points is, which never reverses their order.
template <class Number> Number least_between(const BoxIn<Number>& a, const BoxIn<Number>& b) {
    const Number dx = std::max({a.low_x - b.high_x, b.low_x - a.high_x, Number{0}});
    const Number dy = std::max({a.low_y - b.high_y, b.low_y - a.high_y, Number{0}});
    return sum_of_squares(dx, dy);
}
template <class Number> Number largest_between(const BoxIn<Number>& a, const BoxIn<Number>& b) {
    return sum_of_squares(std::max(a.high_x - b.low_x, b.high_x - a.low_x),
                          std::max(a.high_y - b.low_y, b.high_y - a.low_y));
}

/// Pairs of one leaf of a tree with all points of another tree, or of the same one.
template <class Number> class LeafCount {
public:
    LeafCount(const TreeIn<Number>& from, const TreeIn<Number>& to, const RadiusLimit& limit)
        : from_(from), to_(to), limit_(limit), is_one_tree_(from.places == to.places),
          closer_below_(square_below<Number>(limit.low())), farther_above_(square_above<Number>(limit.high())) {
        if constexpr (std::is_same_v<Number, float>) {
            const auto limits = limit.float_limits();
            squares_decide_ = limits.has_value();
            if (limits) closer_below_ = limits->closer_below, farther_above_ = limits->at_most;
        }
    }

    /// In one tree the leaf is compared with itself and with the later leaves, whose pairs count twice: the sum over
    /// all leaves is that of all ordered pairs.
    [[nodiscard]] CountedPairs of(std::int32_t leaf) const {
        CountedPairs found;
        if (!is_one_tree_) {
            add_below(to_.levels - 1, 0, leaf, found);
            return found;
        }
        std::int32_t node = leaf;
        for (int level = 0; level + 1 < to_.levels; ++level, node /= fan_out) {
            const std::int32_t end = std::min((node & ~(fan_out - 1)) + fan_out, to_.nodes[level]);
            for (std::int32_t sibling = node + 1; sibling < end; ++sibling) add_below(level, sibling, leaf, found);
        }
        found += found;
        add_between(leaf, leaf, found);
        return found;
    }

private:
    /// The pairs of the leaf with the points below a node. The next node follows from the numbers.
    void add_below(const int top, std::int32_t node, std::int32_t leaf, CountedPairs& found) const {
        const BoxIn<Number>& box = from_.boxes[leaf];
        int level = top;
        while (true) {
            const BoxIn<Number>& other = to_.boxes[to_.first[level] + node];
            const bool none = least_between(box, other) > farther_above_;
            const bool all = !none && largest_between(box, other) < closer_below_;
            if (all) found.closer += points_below(from_, 0, leaf) * points_below(to_, level, node);
            if (!none && !all) {
                if (level > 0) {
                    --level;
                    node *= fan_out;
                    continue;
                }
                add_between(leaf, node, found);
            }
            while (level < top && ((node & (fan_out - 1)) == fan_out - 1 || node + 1 == to_.nodes[level])) {
                node /= fan_out;
                ++level;
            }
            if (level == top) return;
            ++node;
        }
    }
    [[nodiscard]] static std::int64_t points_below(const TreeIn<Number>& tree, int level, std::int32_t node) {
        std::int64_t width = leaf_points;
        for (int i = 0; i < level; ++i) width *= fan_out;
        return std::min<std::int64_t>(tree.count, (node + 1) * width) - node * width;
    }
    /// Most pairs are told apart by their squares. Those of places that fill up a leaf are NaN, which is no such
    /// square.
    void add_between(std::int32_t leaf, std::int32_t leaf_across, CountedPairs& found) const {
        const TreePointIn<Number>* const to = to_.places + std::int64_t{leaf_across} * leaf_points;
        std::array<Number, leaf_points> x, y;
        for (std::size_t j = 0; j < x.size(); ++j) x[j] = to[j].x, y[j] = to[j].y;
        const std::int32_t first = leaf * leaf_points, last = std::min(first + leaf_points, from_.count);
        std::int32_t closer = 0, near = 0;
        for (std::int32_t i = first; i < last; ++i) {
            const TreePointIn<Number> from = from_.places[i];
            std::int32_t closer_to_it = 0, near_it = 0;
            for (std::size_t j = 0; j < x.size(); ++j) { // becomes vector instructions
                const Number square = sum_of_squares(from.x - x[j], from.y - y[j]);
                closer_to_it += square < closer_below_ ? 1 : 0;
                near_it += square <= farther_above_ ? 1 : 0;
            }
            if (!squares_decide_ && near_it != closer_to_it) decide(i, leaf_across, found);
            closer += closer_to_it;
            near += near_it;
        }
        found.closer += closer;
        if (squares_decide_) found.at_radius += near - closer;
    }
    /// Adds the pairs of a point with the points of a leaf that are near the radius.
    [[gnu::noinline]] void decide(std::int32_t i, std::int32_t leaf_across, CountedPairs& found) const {
        const TreePointIn<Number> from = from_.places[i];
        const std::int32_t begin = leaf_across * leaf_points, end = std::min(begin + leaf_points, to_.count);
        for (std::int32_t j = begin; j < end; ++j) {
            const TreePointIn<Number> to = to_.places[j];
            const Number square = squared_distance(from, to);
            if (!(square < closer_below_) && square <= farther_above_)
                found.add(limit_.compare(from_.rows[i], to_.rows[j],
                                         sum_of_squares(double{from.x} - double{to.x}, double{from.y} - double{to.y})));
        }
    }

    const TreeIn<Number>& from_;
    const TreeIn<Number>& to_;
    const RadiusLimit& limit_;
    bool is_one_tree_;
    Number closer_below_, farther_above_;
    bool squares_decide_ = false; ///< no pair needs the limit itself
};

/// The sum over all steps of a loop, in any order.
template <class CountRows>
CountedPairs counted_over(std::int64_t rows, std::int64_t step, const RunControl& control, CountRows count) {
    CountedPairs found;
    std::mutex adding;
    cpu::for_rows(loop_over(rows, step, control), [&](std::int64_t first, std::int64_t last) {
        CountedPairs part;
        for (std::int64_t row = first; row < last; ++row) part += count(row);
        const std::scoped_lock lock(adding);
        found += part;
    });
    return found;
}

/// The pairs of each vector of one set with itself, which a tree counts, too.
CountedPairs pairs_with_themselves(const NeighbourQuestion& question, const RadiusLimit& limit) {
    CountedPairs found;
    if (!question.leaves_itself_out()) return found;
    const std::vector<bool> usable = usable_vectors(question.first, question.metric);
    for (std::int64_t row = 0; row < std::min(question.first.rows, question.across().rows); ++row)
        if (usable[static_cast<std::size_t>(row)]) found.add(limit.compare_with_itself(row));
    return found;
}

/// Counts ordered pairs, as the two functions below do; only the last one leaves out the pairs of a vector with itself.
template <class Number>
CountedPairs count_in_plane(const NeighbourQuestion& question, const Measure& measure, const RadiusLimit& limit,
                            const RunControl& control) {
    const bool one_set = question.second == nullptr;
    std::vector<Number> room, room_across;
    const TreeMemory<Number> from(plane_of(measure.first(), room), control);
    std::optional<TreeMemory<Number>> to;
    if (!one_set) to.emplace(plane_of(measure.across(), room_across), control);
    const TreeIn<Number> tree = from.view(), tree_across = one_set ? tree : to->view();
    if (tree.count == 0 || tree_across.count == 0) return {};
    const LeafCount<Number> leaves(tree, tree_across, limit);
    return counted_over(tree.nodes[0], leaves_of_step, control,
                        [&](std::int64_t leaf) { return leaves.of(static_cast<std::int32_t>(leaf)); });
}

CountedPairs count_in_key_tree(const NeighbourQuestion& question, const Measure& measure, const RadiusLimit& limit,
                               const RunControl& control) {
    const PreparedSets sets(question, measure);
    const KeyTree tree(sets.across(), usable_vectors(question.across(), question.metric), control.stop);
    const std::vector<bool> usable = usable_vectors(question.first, question.metric);
    const std::int64_t rows = control.stop.stop_requested() ? 0 : question.first.rows;
    return counted_over(rows, rows_counted_at_once, control, [&](std::int64_t row) {
        return usable[static_cast<std::size_t>(row)] ? tree.count_within(row, sets.first().vector(row), limit)
                                                     : CountedPairs{};
    });
}

CountedPairs count_by_looking(const NeighbourQuestion& question, const Measure& measure, const RadiusLimit& limit,
                              const RunControl& control) {
    const std::vector<bool> usable = usable_vectors(question.first, question.metric);
    const std::vector<bool> usable_across = usable_vectors(question.across(), question.metric);
    CountedPairs found;
    with_keys_of_pairs(question, measure, [&](const auto& key_of) {
        found = counted_over(question.first.rows, 1, control, [&](std::int64_t row) {
            CountedPairs part;
            if (!usable[static_cast<std::size_t>(row)]) return part;
            for (std::int64_t col = 0; col < question.across().rows; ++col)
                if (usable_across[static_cast<std::size_t>(col)] && col != question.own_row(row) &&
                    !key_of.is_above(limit.high(), row, col))
                    part.add(limit.compare(row, col, key_of(row, col)));
            return part;
        });
    });
    return found;
}

/// Pairs of rows with a distance; each of both distances counts where the table is asymmetric.
std::int64_t given_pairs(const Dataset& given) {
    if (given.missing_pairs == 0 && !given.is_asymmetric) return given.rows * (given.rows - 1) / 2;
    std::int64_t entries = 0;
    const std::span<const float> values = coordinates(given);
    for (std::int64_t row = 0; row < given.rows; ++row)
        for (std::int64_t col = 0; col < given.rows; ++col)
            entries += row != col && !std::isnan(values[static_cast<std::size_t>(row * given.rows + col)]) ? 1 : 0;
    return given.is_asymmetric ? entries : entries / 2;
}

std::int64_t pairs_of(const NeighbourQuestion& question) {
    const std::int64_t rows = std::ranges::count(usable_vectors(question.first, question.metric), true);
    if (question.first.holds_distances) return given_pairs(question.first);
    if (question.second == nullptr) return rows * (rows - 1) / 2;
    const std::vector<bool> usable_across = usable_vectors(*question.second, question.metric);
    const std::int64_t common = question.same_rows ? std::min(question.first.rows, question.second->rows) : 0;
    return rows * std::ranges::count(usable_across, true) -
           std::count(usable_across.begin(), usable_across.begin() + common, true);
}

/// A tree counts each vector with itself, too.
CountedPairs count_in_trees(const NeighbourQuestion& question, const Measure& measure, const RadiusLimit& limit,
                            const RunControl& control) {
    CountedPairs found;
    if (is_euclidean(question.metric))
        with_number_for(
            measure, [&]<class Number>(Number) { found = count_in_plane<Number>(question, measure, limit, control); });
    else
        found = count_in_key_tree(question, measure, limit, control);
    const CountedPairs themselves = pairs_with_themselves(question, limit);
    return {found.closer - themselves.closer, found.at_radius - themselves.at_radius};
}

} // namespace

std::optional<CloserPairs> count_closer_pairs(const NeighbourQuestion& question, double radius,
                                              const RunControl& control) {
    Measure measure(question);
    measure.look_for_exact_keys();
    const RadiusLimit limit(measure, radius);
    const bool has_tree = pairwise_cost(question) == 0.0;
    const CountedPairs ordered = has_tree ? count_in_trees(question, measure, limit, control)
                                          : count_by_looking(question, measure, limit, control);
    if (control.stop.stop_requested()) return {};
    // How often a pair was counted. The two distances of an asymmetric pair count as two pairs.
    const std::int64_t each = question.second == nullptr && !question.first.is_asymmetric ? 2 : 1;
    return CloserPairs{
        .closer = ordered.closer / each, .at_radius = ordered.at_radius / each, .all = pairs_of(question)};
}

} // namespace pairscope::neighbours
