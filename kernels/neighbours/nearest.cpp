// SPDX-License-Identifier: MIT
#include "kernels/neighbours/nearest.h"

#include "kernels/core/errors.h"
#include "kernels/core/text.h"
#include "kernels/cpu/parallel.h"
#include "kernels/neighbours/finish.h"
#include "kernels/neighbours/given.h"
#include "kernels/neighbours/key_tree.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/scale.h"
#include "kernels/neighbours/tree_memory.h"
#include "kernels/neighbours/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>
#include <optional>
#include <utility>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t searches_of_step = 512; // that a thread makes before it looks whether to stop
constexpr std::int64_t rows_of_step = 8192;    // rows of a table that a thread looks through at once
constexpr std::int64_t vectors_of_step = 16;   // that share each vector of the second set while it is in the cache

/// Puts the keys of a list into a row of the table.
template <int capacity> void write_row(NeighbourTable& table, std::int64_t row, const NearestList<capacity>& list) {
    const auto at = static_cast<std::size_t>(row * table.k);
    for (int i = 0; i < table.k; ++i) {
        table.neighbours[at + static_cast<std::size_t>(i)] = row_in(list.keys[i]);
        table.distances[at + static_cast<std::size_t>(i)] = std::sqrt(squared_in(list.keys[i]));
    }
}

cpu::RowLoop loop_over(std::int64_t count, std::int64_t step, const RunControl& control) {
    return {.rows = count,
            .step = step,
            .threads = cpu::threads_to_use(control.threads),
            .stop = control.stop,
            .rows_done = control.rows_done};
}

/// The points of one set search in the order of the curve: neighbours along it need the same leaves, one after the
/// other.
void search_one_set(NeighbourTable& table, std::span<const float> points, const RunControl& control) {
    const TreeMemory memory(points, control);
    const PointTree tree = memory.view();
    with_list_for(table.k, [&]<int capacity>(const NearestList<capacity>&) {
        cpu::for_rows(loop_over(tree.count, searches_of_step, control), [&](std::int64_t first, std::int64_t last) {
            for (auto i = static_cast<std::int32_t>(first); i < static_cast<std::int32_t>(last); ++i)
                write_row(table, tree.rows[i],
                          Search<capacity>(tree, tree.places[i], tree.rows[i]).run(i / leaf_points));
        });
    });
}

void search_across(NeighbourTable& table, std::span<const float> points, std::span<const float> candidates,
                   const RunControl& control) {
    const TreeMemory memory(candidates, control);
    const PointTree tree = memory.view();
    if (tree.count == 0) return; // it was stopped
    with_list_for(table.k, [&]<int capacity>(const NearestList<capacity>&) {
        cpu::for_rows(loop_over(table.rows, searches_of_step, control), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t row = first; row < last; ++row) {
                const auto i = 2 * static_cast<std::size_t>(row);
                const Place at{points[i], points[i + 1]};
                if (std::isfinite(at.x) && std::isfinite(at.y))
                    write_row(table, row, Search<capacity>(tree, at, -1).run(memory.leaf_near(at)));
            }
        });
    });
}

/// Rows come in ascending order, so that of equal candidates the first one stays in front.
void add(std::vector<KeyedRow>& nearest, std::size_t most, const KeyedRow& candidate) {
    if (nearest.size() == most && !(candidate.key < nearest.back().key)) return;
    if (nearest.size() == most) nearest.pop_back();
    const auto at = std::ranges::upper_bound(nearest, candidate.key, {}, &KeyedRow::key);
    nearest.insert(at, candidate);
}

void write_row(NeighbourTable& table, std::int64_t row, const std::vector<KeyedRow>& nearest, Metric metric) {
    auto at = static_cast<std::size_t>(row * table.k);
    for (const KeyedRow& candidate : nearest) {
        table.neighbours[at] = candidate.row;
        table.distances[at++] = static_cast<float>(distance_of_key(metric, candidate.key));
    }
}

/// Looks at every pair, whose key rises with the distance. Several vectors of the first set go over the second one
/// together.
template <class KeyOf>
void search_by_keys(NeighbourTable& table, const NeighbourQuestion& question, const RunControl& control, KeyOf key_of) {
    const std::vector<bool> finite = usable_vectors(question.first, question.metric);
    const std::vector<bool> finite_across = usable_vectors(question.across(), question.metric);
    const auto search_some = [&](std::int64_t first, std::int64_t last) {
        std::vector<std::vector<KeyedRow>> nearest(static_cast<std::size_t>(last - first));
        for (std::int64_t col = 0; col < question.across().rows && !control.stop.stop_requested(); ++col) {
            if (!finite_across[static_cast<std::size_t>(col)]) continue;
            for (std::int64_t row = first; row < last; ++row) {
                const bool own = question.second == nullptr && row == col;
                if (own || !finite[static_cast<std::size_t>(row)]) continue;
                add(nearest[static_cast<std::size_t>(row - first)], static_cast<std::size_t>(table.k),
                    {key_of(row, col), static_cast<std::int32_t>(col)});
            }
        }
        if (control.stop.stop_requested()) return;
        for (std::int64_t row = first; row < last; ++row)
            write_row(table, row, nearest[static_cast<std::size_t>(row - first)], question.metric);
    };
    cpu::for_rows(loop_over(table.rows, vectors_of_step, control), search_some);
}

void search_pairs(NeighbourTable& table, const NeighbourQuestion& question, const RunControl& control) {
    std::vector<float> room, room_across;
    const std::span<const float> values = floats_of(question.first, room);
    const std::span<const float> across = floats_of(question.across(), room_across);
    const auto dims = static_cast<std::size_t>(question.first.dims);
    const auto vector = [dims](std::span<const float> all, std::int64_t row) {
        return all.subspan(static_cast<std::size_t>(row) * dims, dims);
    };
    search_by_keys(table, question, control, [&](std::int64_t row, std::int64_t col) {
        return squared_distance(vector(values, row), vector(across, col));
    });
}

/// The vectors of one set search in the order of the tree: neighbours in it need the same nodes, one after the other.
void search_key_tree(NeighbourTable& table, const NeighbourQuestion& question, const RunControl& control) {
    const bool one_set = question.second == nullptr;
    const MetricVectors across(question.across(), question.metric);
    const KeyTree tree(across, usable_vectors(question.across(), question.metric), control.stop);
    if (control.stop.stop_requested()) return;
    std::optional<MetricVectors> own;
    std::vector<bool> usable;
    if (!one_set) {
        own.emplace(question.first, question.metric);
        usable = usable_vectors(question.first, question.metric);
    }
    const MetricVectors& first = one_set ? across : *own;
    const std::int64_t searches = one_set ? std::ssize(tree.rows()) : table.rows;
    cpu::for_rows(loop_over(searches, searches_of_step, control), [&](std::int64_t begin, std::int64_t end) {
        std::vector<KeyedRow> list;
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t row = one_set ? tree.rows()[static_cast<std::size_t>(i)] : i;
            if (!one_set && !usable[static_cast<std::size_t>(row)]) continue;
            list.clear();
            tree.find_nearest(first.vector(row), one_set ? static_cast<std::int32_t>(row) : -1,
                              static_cast<std::size_t>(table.k), list);
            write_row(table, row, list, question.metric);
        }
    });
}

void search_by_metric(NeighbourTable& table, const NeighbourQuestion& question, const RunControl& control) {
    if (has_key_tree(question.metric, question.first.dims)) return search_key_tree(table, question, control);
    const MetricVectors first(question.first, question.metric);
    const MetricVectors second(question.across(), question.metric);
    search_by_keys(table, question, control,
                   [&](std::int64_t row, std::int64_t col) { return first.key(row, second, col); });
}

void search_plane(NeighbourTable& table, const NeighbourQuestion& question, const RunControl& control) {
    const bool one_set = question.second == nullptr;
    std::vector<float> room, room_across, scaled_room, scaled_across;
    const std::span<const float> points = plane_of(question.first, room);
    const std::span<const float> across = one_set ? points : plane_of(*question.second, room_across);
    const double scale = scale_for(points, across);
    if (one_set)
        search_one_set(table, scaled(points, scale, scaled_room), control);
    else
        search_across(table, scaled(points, scale, scaled_room), scaled(across, scale, scaled_across), control);
    finish_table(table, {.points = points, .candidates = across, .one_set = one_set, .scale = scale}, control);
}

} // namespace

int possible_neighbours(const NeighbourQuestion& question) {
    const std::int64_t finite = std::ranges::count(usable_vectors(question.across(), question.metric), true);
    const std::int64_t others = std::max<std::int64_t>(0, finite - (question.second == nullptr ? 1 : 0));
    return static_cast<int>(std::min<std::int64_t>(others, std::numeric_limits<int>::max()));
}

NeighbourTable empty_table(const NeighbourQuestion& question) {
    NeighbourTable table{.rows = question.first.rows, .k = 0, .neighbours = {}, .distances = {}};
    table.k = std::min({std::max(question.k, 1), most_neighbours, possible_neighbours(question)});
    table.left_out = std::ranges::count(usable_vectors(question.first, question.metric), false);
    table.left_out_across = std::ranges::count(usable_vectors(question.across(), question.metric), false);
    const auto entries = static_cast<std::size_t>(table.rows * table.k);
    try {
        table.neighbours.assign(entries, -1);
        table.distances.assign(entries, std::numeric_limits<float>::quiet_NaN());
    } catch (const std::bad_alloc&) {
        throw MemoryError(fmt::format("the table of {} nearest neighbours needs {} of memory: choose fewer points or "
                                      "fewer neighbours",
                                      table.k, bytes_in_words(8.0 * static_cast<double>(entries))));
    }
    return table;
}

double pairwise_cost(const NeighbourQuestion& question) {
    if (question.first.holds_distances)
        return static_cast<double>(question.first.rows) * static_cast<double>(question.first.rows);
    if (is_euclidean(question.metric) && is_plane(question.first)) return 0.0;
    if (has_key_tree(question.metric, question.first.dims)) return 0.0;
    return static_cast<double>(question.first.rows) * static_cast<double>(question.across().rows) *
           static_cast<double>(question.first.dims);
}

NeighbourTable nearest_neighbours(const NeighbourQuestion& question, const RunControl& control) {
    NeighbourTable table = empty_table(question);
    if (table.k == 0) return table;
    if (question.first.holds_distances) {
        search_given(table, question.first, control);
    } else if (!is_euclidean(question.metric)) {
        search_by_metric(table, question, control);
    } else if (is_plane(question.first)) {
        search_plane(table, question, control);
        square_if_asked(table, question.metric);
    } else {
        search_pairs(table, question, control);
    }
    return table;
}

void square_if_asked(NeighbourTable& table, Metric metric) {
    if (metric != Metric::squared) return;
    for (float& distance : table.distances) distance *= distance;
}

std::vector<bool> mutual_neighbours(const NeighbourTable& table, const NeighbourTable& backward,
                                    const RunControl& control) {
    std::vector<std::uint8_t> mutual(table.neighbours.size()); // bytes, because threads cannot write bits side by side
    const auto look_at = [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t at = first * table.k; at < last * table.k; ++at) {
            const std::int32_t neighbour = table.neighbours[static_cast<std::size_t>(at)];
            if (neighbour < 0) continue;
            const auto back = backward.neighbours_of(neighbour);
            mutual[static_cast<std::size_t>(at)] =
                std::ranges::find(back, static_cast<std::int32_t>(at / table.k)) != back.end() ? 1 : 0;
        }
    };
    cpu::for_rows({.rows = table.rows,
                   .step = rows_of_step,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop},
                  look_at);
    return {mutual.begin(), mutual.end()};
}

} // namespace pairscope::neighbours
