// SPDX-License-Identifier: MIT
#include "kernels/neighbours/nearest.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/candidates.h"
#include "kernels/neighbours/given.h"
#include "kernels/neighbours/key_tree.h"
#include "kernels/neighbours/loop_over.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/pair_keys.h"
#include "kernels/neighbours/plane_search.h"
#include "kernels/neighbours/product_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace pairscope::neighbours {
namespace {

constexpr std::int64_t rows_of_table = 8192; // rows of a table that a thread looks through at once
constexpr std::int64_t vectors_of_step = 16; // that share each vector of the second set while it is in the cache

/// Looks at every pair, whose cheap key rises with the distance. Several vectors of the first set go over the second
/// one together.
template <class KeyOf>
void search_by_keys(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                    const RunControl& control, const KeyOf& key_of) {
    const std::vector<bool> usable = usable_vectors(question.first, question.metric);
    const std::vector<bool> usable_across = usable_vectors(question.across(), question.metric);
    const auto search_some = [&](std::int64_t first, std::int64_t last) {
        std::vector<CandidateList<>> lists;
        lists.reserve(static_cast<std::size_t>(last - first));
        for (std::int64_t row = first; row < last; ++row) lists.emplace_back(measure, table.k).begin(row);
        for (std::int64_t col = 0; col < question.across().rows && !control.stop.stop_requested(); ++col) {
            if (!usable_across[static_cast<std::size_t>(col)]) continue;
            for (std::int64_t row = first; row < last; ++row) {
                const bool own = question.own_row(row) == col;
                if (own || !usable[static_cast<std::size_t>(row)]) continue;
                CandidateList<>& list = lists[static_cast<std::size_t>(row - first)];
                if (list.is_full() && key_of.is_above(list.limit(), row, col)) continue;
                if (const double key = key_of(row, col); key <= list.limit()) // a key that is NaN is not
                    list.add(key, static_cast<std::int32_t>(col));
            }
        }
        if (control.stop.stop_requested()) return;
        for (std::int64_t row = first; row < last; ++row)
            lists[static_cast<std::size_t>(row - first)].write(table, row);
    };
    cpu::for_rows(loop_over(table.rows, vectors_of_step, control), search_some);
}

/// Like search_by_keys(), but products of float32 numbers pass over most pairs of long vectors.
void search_by_products(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                        const RunControl& control, const KeysOfFloats& key_of, const ProductScreen& products) {
    const std::vector<bool> usable = usable_vectors(question.first, question.metric);
    const std::vector<bool> usable_across = usable_vectors(question.across(), question.metric);
    const auto search_some = [&](std::int64_t first, std::int64_t last) {
        std::vector<CandidateList<>> lists;
        lists.reserve(static_cast<std::size_t>(last - first));
        for (std::int64_t row = first; row < last; ++row) lists.emplace_back(measure, table.k).begin(row);
        products.screen(
            {.first = first,
             .last = last,
             .limit = [&](std::int64_t row) { return lists[static_cast<std::size_t>(row - first)].limit(); },
             .look_at =
                 [&](std::int64_t row, std::int64_t col) {
                     if (question.own_row(row) == col || !usable[static_cast<std::size_t>(row)] ||
                         !usable_across[static_cast<std::size_t>(col)])
                         return;
                     CandidateList<>& list = lists[static_cast<std::size_t>(row - first)];
                     if (const double key = key_of(row, col); key <= list.limit())
                         list.add(key, static_cast<std::int32_t>(col));
                 },
             .stopped = [&] { return control.stop.stop_requested(); }});
        if (control.stop.stop_requested()) return;
        for (std::int64_t row = first; row < last; ++row)
            if (usable[static_cast<std::size_t>(row)]) lists[static_cast<std::size_t>(row - first)].write(table, row);
    };
    const std::int64_t tasks = 4 * static_cast<std::int64_t>(cpu::threads_to_use(control.threads));
    const std::int64_t step = std::clamp<std::int64_t>(table.rows / tasks, 48, ProductScreen::rows_at_once);
    cpu::for_rows(loop_over(table.rows, step, control), search_some);
}

/// The vectors of one set search in the order of the tree: neighbours in it need the same nodes, one after the other.
void search_key_tree(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                     const RunControl& control) {
    const bool one_set = question.second == nullptr;
    const PreparedSets sets(question, measure);
    const KeyTree tree(sets.across(), usable_vectors(question.across(), question.metric), control.stop);
    if (control.stop.stop_requested()) return;
    const std::vector<bool> usable = usable_vectors(question.first, question.metric);
    const std::int64_t searches = one_set ? std::ssize(tree.rows()) : table.rows;
    cpu::for_rows(loop_over(searches, searches_of_step, control), [&](std::int64_t begin, std::int64_t end) {
        CandidateList<> list(measure, table.k);
        for (std::int64_t i = begin; i < end; ++i) {
            const auto place = static_cast<std::size_t>(i);
            const std::int64_t row = one_set ? tree.rows()[place] : i;
            if (!usable[static_cast<std::size_t>(row)]) continue;
            list.begin(row);
            tree.find_nearest(one_set ? tree.vector(place) : sets.first().vector(row),
                              static_cast<std::int32_t>(question.own_row(row)), list);
            list.write(table, row);
        }
    });
}

void search_pairs(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                  const RunControl& control) {
    with_keys_of_pairs(question, measure, [&]<class KeyOf>(const KeyOf& key_of) {
        if constexpr (std::is_same_v<KeyOf, KeysOfFloats>) {
            if (ProductScreen::is_worth_it(table.rows, question.across().rows, key_of.dims())) {
                const ProductScreen products(key_of.first(), key_of.across(), key_of.dims(),
                                             cpu::threads_to_use(control.threads));
                if (products.is_possible())
                    return search_by_products(table, question, measure, control, key_of, products);
            }
        }
        search_by_keys(table, question, measure, control, key_of);
    });
}

std::int64_t count_usable(const Dataset& data, Metric metric) {
    return std::ranges::count(usable_vectors(data, metric), true);
}
int possible_neighbours(const NeighbourQuestion& question, std::int64_t usable_across) {
    const std::int64_t others = std::max<std::int64_t>(0, usable_across - (question.leaves_itself_out() ? 1 : 0));
    return static_cast<int>(std::min<std::int64_t>(others, std::numeric_limits<int>::max()));
}

/// The exact keys of these metrics are the same, whichever vector comes first: see Measure.
bool is_symmetric(Metric metric) {
    return is_of_differences(metric) || metric == Metric::cosine || metric == Metric::canberra ||
           metric == Metric::great_circle;
}

/// How far the last neighbour of each row is; NaN if it has none. A vector that is nearer is one of the neighbours, and
/// a vector that is farther is none.
std::vector<double> farthest_distances(const NeighbourTable& table) {
    std::vector<double> distances(static_cast<std::size_t>(table.rows), std::numeric_limits<double>::quiet_NaN());
    for (std::int64_t row = 0; row < table.rows && table.k > 0; ++row)
        distances[static_cast<std::size_t>(row)] = table.distances_of(row).back();
    return distances;
}

bool is_in_plane(const NeighbourQuestion& question) {
    return !question.first.holds_distances && is_euclidean(question.metric) && is_plane(question.first);
}

} // namespace

int possible_neighbours(const NeighbourQuestion& question) {
    return possible_neighbours(question, count_usable(question.across(), question.metric));
}

NeighbourTable empty_table(const NeighbourQuestion& question) {
    const std::int64_t usable = count_usable(question.first, question.metric);
    const std::int64_t usable_across =
        question.second == nullptr ? usable : count_usable(*question.second, question.metric);
    NeighbourTable table{.rows = question.first.rows,
                         .k = 0,
                         .is_symmetric = !question.first.holds_distances && is_symmetric(question.metric),
                         .neighbours = {},
                         .distances = {}};
    table.k = std::min({std::max(question.k, 1), most_neighbours, possible_neighbours(question, usable_across)});
    table.left_out = question.first.rows - usable;
    table.left_out_across = question.across().rows - usable_across;
    const auto entries = static_cast<std::size_t>(table.rows * table.k);
    try {
        table.neighbours.assign(entries, -1);
        table.distances.assign(entries, std::numeric_limits<double>::quiet_NaN());
    } catch (const std::bad_alloc&) {
        throw MemoryError(fmt::format("the table of {} nearest neighbours needs {} of memory: choose fewer points or "
                                      "fewer neighbours",
                                      table.k, bytes_in_words(12.0 * static_cast<double>(entries))));
    }
    return table;
}

double pairwise_cost(const NeighbourQuestion& question) {
    if (question.first.holds_distances)
        return static_cast<double>(question.first.rows) * static_cast<double>(question.first.rows);
    if (is_in_plane(question) || has_key_tree(question.metric, question.first.dims)) return 0.0;
    return static_cast<double>(question.first.rows) * static_cast<double>(question.across().rows) *
           static_cast<double>(question.first.dims);
}

NeighbourTable nearest_neighbours(const NeighbourQuestion& question, const RunControl& control) {
    NeighbourTable table = empty_table(question);
    if (table.k == 0) return table;
    if (question.first.holds_distances) {
        search_given(table, question.first, control);
        return table;
    }
    Measure measure(question);
    measure.look_for_exact_keys();
    measure.prepare_places();
    if (is_in_plane(question))
        search_plane(table, question, measure, control);
    else if (has_key_tree(question.metric, question.first.dims))
        search_key_tree(table, question, measure, control);
    else
        search_pairs(table, question, measure, control);
    return table;
}

std::vector<bool> mutual_neighbours(const NeighbourTable& table, const NeighbourTable& backward,
                                    const RunControl& control) {
    std::vector<std::uint8_t> mutual(table.neighbours.size()); // bytes, because threads cannot write bits side by side
    const std::vector<double> farthest = farthest_distances(backward);
    const bool is_symmetric = table.is_symmetric && backward.is_symmetric;
    const auto is_mutual = [&](std::size_t at, std::int32_t row) {
        const std::int32_t neighbour = table.neighbours[at];
        if (neighbour < 0) return false;
        const double distance = table.distances[at], farthest_of_it = farthest[static_cast<std::size_t>(neighbour)];
        const bool is_nearer = distance < farthest_of_it; // without a branch, which nobody could predict
        if (static_cast<int>(is_symmetric) &
            (static_cast<int>(is_nearer) | static_cast<int>(distance > farthest_of_it)))
            return is_nearer;
        const auto back = backward.neighbours_of(neighbour);
        return std::ranges::find(back, row) != back.end();
    };
    cpu::for_rows({.rows = table.rows,
                   .step = rows_of_table,
                   .threads = cpu::threads_to_use(control.threads),
                   .stop = control.stop},
                  [&](std::int64_t first, std::int64_t last) {
                      auto at = static_cast<std::size_t>(first * table.k);
                      for (std::int64_t row = first; row < last; ++row)
                          for (int i = 0; i < table.k; ++i, ++at)
                              mutual[at] = is_mutual(at, static_cast<std::int32_t>(row)) ? 1 : 0;
                  });
    return {mutual.begin(), mutual.end()};
}

std::vector<double> nearest_distances(const NeighbourTable& table) {
    std::vector<double> distances;
    for (std::int64_t row = 0; row < table.rows && table.k > 0; ++row)
        if (const double distance = table.distances_of(row).front(); std::isfinite(distance))
            distances.push_back(distance);
    std::ranges::sort(distances);
    return distances;
}

} // namespace pairscope::neighbours
