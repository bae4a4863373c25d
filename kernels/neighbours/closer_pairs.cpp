// SPDX-License-Identifier: MIT
#include "kernels/neighbours/closer_pairs.h"

#include "kernels/cpu/parallel.h"
#include "kernels/neighbours/given.h"
#include "kernels/neighbours/key_tree.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/scale.h"
#include "kernels/neighbours/tree_memory.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t leaves_of_step = 16;
constexpr std::int64_t rows_of_step = 256; // that are counted in a tree of keys

/// The least and the largest squared distance between a point of one box and a point of the other. Both are rounded as
/// the distance of two points is, which never reverses their order.
float least_between(const Box& a, const Box& b) {
    const float dx = std::max({a.low_x - b.high_x, b.low_x - a.high_x, 0.0f});
    const float dy = std::max({a.low_y - b.high_y, b.low_y - a.high_y, 0.0f});
    return sum_of_squares(dx, dy);
}
float largest_between(const Box& a, const Box& b) {
    return sum_of_squares(std::max(a.high_x - b.low_x, b.high_x - a.low_x),
                          std::max(a.high_y - b.low_y, b.high_y - a.low_y));
}

/// Which pairs of scaled places are closer than the radius.
struct Limit {
    float square = 0.0f;    ///< no such pair has a larger squared distance
    bool in_double = false; ///< float32 loses the digits of such squares, so that double decides
    float radius = 0.0f;
    double scale = 1.0;

    [[nodiscard]] bool holds(Place a, Place b) const {
        const float squared = squared_distance(a, b);
        if (!in_double || squared > square) return squared <= square;
        const double dx = static_cast<double>(a.x) - static_cast<double>(b.x);
        const double dy = static_cast<double>(a.y) - static_cast<double>(b.y);
        return static_cast<float>(std::sqrt(dx * dx + dy * dy) / scale) < radius;
    }
};

Limit limit_of(float radius, double scale) {
    constexpr double few_digits = 2.0 * static_cast<double>(least_reliable_distance);
    constexpr double beyond_all = 0x1p65; // the scaled coordinates are below 2^62
    const double scaled_radius = static_cast<double>(radius) * scale;
    if (radius > 0.0f && scaled_radius < few_digits)
        return {.square = static_cast<float>(2.0 * few_digits * few_digits),
                .in_double = true,
                .radius = radius,
                .scale = scale};
    return {.square = largest_square_below(static_cast<float>(std::min(scaled_radius, beyond_all)))};
}

/// Pairs of one leaf of a tree with all points of another tree.
class LeafCount {
public:
    LeafCount(const PointTree& from, const PointTree& to, const Limit& limit) : from_(from), to_(to), limit_(limit) {}

    [[nodiscard]] std::int64_t of(std::int32_t leaf) const {
        const Box& box = from_.boxes[leaf];
        const std::int32_t first = leaf * leaf_points, last = std::min(first + leaf_points, from_.count);
        std::int64_t found = 0;
        const int top = to_.levels - 1;
        int level = top;
        std::int32_t node = 0;
        while (true) {
            const Box& other = to_.boxes[to_.first[level] + node];
            const bool none = least_between(box, other) > limit_.square;
            const bool all = !none && !limit_.in_double && largest_between(box, other) <= limit_.square;
            if (all) found += (last - first) * points_below(level, node);
            if (!none && !all) {
                if (level > 0) {
                    --level;
                    node *= fan_out;
                    continue;
                }
                found += between(first, last, node);
            }
            while (level < top && ((node & (fan_out - 1)) == fan_out - 1 || node + 1 == to_.nodes[level])) {
                node /= fan_out;
                ++level;
            }
            if (level == top) return found;
            ++node;
        }
    }

private:
    [[nodiscard]] std::int64_t points_below(int level, std::int32_t node) const {
        std::int64_t width = leaf_points;
        for (int i = 0; i < level; ++i) width *= fan_out;
        return std::min<std::int64_t>(to_.count, (node + 1) * width) - node * width;
    }
    [[nodiscard]] std::int64_t between(std::int32_t first, std::int32_t last, std::int32_t leaf) const {
        const std::int32_t begin = leaf * leaf_points, end = std::min(begin + leaf_points, to_.count);
        std::int64_t found = 0;
        for (std::int32_t i = first; i < last; ++i)
            for (std::int32_t j = begin; j < end; ++j) found += limit_.holds(from_.places[i], to_.places[j]) ? 1 : 0;
        return found;
    }

    const PointTree& from_;
    const PointTree& to_;
    Limit limit_;
};

std::int64_t count_in_trees(const PointTree& from, const PointTree& to, const Limit& limit, const RunControl& control) {
    if (from.count == 0 || to.count == 0 || limit.square < 0.0f) return 0;
    const LeafCount count(from, to, limit);
    std::atomic<std::int64_t> found = 0;
    cpu::for_rows({.rows = from.nodes[0],
                   .step = leaves_of_step,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop,
                   .rows_done = control.rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      std::int64_t part = 0;
                      for (std::int64_t leaf = first; leaf < last; ++leaf)
                          part += count.of(static_cast<std::int32_t>(leaf));
                      found += part;
                  });
    return found;
}

/// Ordered pairs of which each is looked at; of one set without those of a vector with itself.
template <class KeyOf>
std::int64_t count_by_keys(const NeighbourQuestion& question, float radius, const RunControl& control, KeyOf key_of) {
    std::atomic<std::int64_t> found = 0;
    const std::vector<bool> finite = usable_vectors(question.first, question.metric);
    const std::vector<bool> finite_across = usable_vectors(question.across(), question.metric);
    const auto count_row = [&](std::int64_t row) {
        std::int64_t part = 0;
        for (std::int64_t col = 0; col < question.across().rows; ++col) {
            if (!finite_across[static_cast<std::size_t>(col)] || (question.second == nullptr && col == row)) continue;
            part += static_cast<float>(distance_of_key(question.metric, key_of(row, col))) < radius ? 1 : 0;
        }
        return part;
    };
    cpu::for_rows({.rows = question.first.rows,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop,
                   .rows_done = control.rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t row = first; row < last; ++row)
                          if (finite[static_cast<std::size_t>(row)]) found += count_row(row);
                  });
    return found;
}

/// Ordered pairs; of one set without those of a vector with itself.
std::int64_t count_in_key_tree(const NeighbourQuestion& question, float radius, const RunControl& control) {
    const bool one_set = question.second == nullptr;
    const MetricVectors across(question.across(), question.metric), first(question.first, question.metric);
    const KeyTree tree(across, usable_vectors(question.across(), question.metric), control.stop);
    const std::vector<bool> usable = usable_vectors(question.first, question.metric);
    const std::int64_t with_itself = one_set && radius > 0.0f ? 1 : 0;
    std::atomic<std::int64_t> found = 0;
    cpu::for_rows({.rows = control.stop.stop_requested() ? 0 : question.first.rows,
                   .step = rows_of_step,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop,
                   .rows_done = control.rows_done},
                  [&](std::int64_t begin, std::int64_t end) {
                      std::int64_t part = 0;
                      for (std::int64_t row = begin; row < end; ++row)
                          if (usable[static_cast<std::size_t>(row)])
                              part += tree.count_closer(first.vector(row), radius) - with_itself;
                      found += part;
                  });
    return found;
}

std::int64_t count_by_looking(const NeighbourQuestion& question, float radius, const RunControl& control) {
    if (has_key_tree(question.metric, question.first.dims)) return count_in_key_tree(question, radius, control);
    if (!is_euclidean(question.metric)) {
        const MetricVectors first(question.first, question.metric), second(question.across(), question.metric);
        return count_by_keys(question, radius, control,
                             [&](std::int64_t row, std::int64_t col) { return first.key(row, second, col); });
    }
    std::vector<float> room, room_across;
    const std::span<const float> values = floats_of(question.first, room);
    const std::span<const float> across = floats_of(question.across(), room_across);
    const auto dims = static_cast<std::size_t>(question.first.dims);
    const auto vector = [dims](std::span<const float> all, std::int64_t row) {
        return all.subspan(static_cast<std::size_t>(row) * dims, dims);
    };
    return count_by_keys(question, radius, control, [&](std::int64_t row, std::int64_t col) {
        return squared_distance(vector(values, row), vector(across, col));
    });
}

std::int64_t pairs_of(const NeighbourQuestion& question) {
    const std::int64_t rows = std::ranges::count(usable_vectors(question.first, question.metric), true);
    if (question.second == nullptr) return rows * (rows - 1) / 2;
    return rows * std::ranges::count(usable_vectors(*question.second, question.metric), true);
}

/// Unordered pairs of one set, or pairs of two sets.
std::int64_t count_in_plane(const NeighbourQuestion& question, float radius, const RunControl& control) {
    const bool one_set = question.second == nullptr;
    std::vector<float> room, room_across, scaled_room, scaled_across;
    const std::span<const float> points = plane_of(question.first, room);
    const std::span<const float> across = one_set ? points : plane_of(*question.second, room_across);
    const double scale = scale_for(points, across);
    const Limit limit = limit_of(radius, scale);
    const TreeMemory from(scaled(points, scale, scaled_room), control);
    if (!one_set) {
        const TreeMemory to(scaled(across, scale, scaled_across), control);
        return count_in_trees(from.view(), to.view(), limit, control);
    }
    const std::int64_t ordered = count_in_trees(from.view(), from.view(), limit, control);
    const std::int64_t with_themselves = limit.square < 0.0f ? 0 : from.view().count;
    return (ordered - with_themselves) / 2;
}

} // namespace

float largest_square_below(float radius) {
    if (!(radius > 0.0f)) return -1.0f;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    float square = std::min(radius * radius, std::numeric_limits<float>::max());
    while (square > 0.0f && !(std::sqrt(square) < radius)) square = std::nextafter(square, 0.0f);
    while (std::sqrt(std::nextafter(square, infinity)) < radius && square < std::numeric_limits<float>::max())
        square = std::nextafter(square, infinity);
    return square;
}

std::optional<CloserPairs> count_closer_pairs(const NeighbourQuestion& question, float radius,
                                              const RunControl& control) {
    CloserPairs pairs{.closer = 0, .all = pairs_of(question)};
    const bool one_set = question.second == nullptr;
    if (question.first.holds_distances)
        pairs.closer = count_given(question.first, radius, control);
    else if (is_euclidean(question.metric) && is_plane(question.first)) // squares of a radius, too, rise with it
        pairs.closer =
            count_in_plane(question, question.metric == Metric::squared ? std::sqrt(radius) : radius, control);
    else
        pairs.closer = count_by_looking(question, radius, control) / (one_set ? 2 : 1);
    if (control.stop.stop_requested()) return {};
    return pairs;
}

} // namespace pairscope::neighbours
