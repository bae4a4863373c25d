// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/make_order.h"

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/matrix/order/order.h"
#include "kernels/neighbours/row_neighbours.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace pairscope::app {
namespace {

struct OrderedSet {
    Permutation order;
    std::vector<seriation::Branch> branches{};
    std::shared_ptr<const seriation::Clustering> tree{};
    std::vector<std::int64_t> gaps{};
};

/// The vectors of a set by their exact distance from the row that was chosen in the first set; those without a distance
/// come last.
Permutation by_distance(const OrderKey& key, const Dataset& set) {
    if (key.choice.row < 0 || key.choice.row >= key.first->rows)
        throw std::out_of_range(why_no_row(key.choice, *key.first));
    const neighbours::NeighbourQuestion question{
        .first = *key.first, .second = &set, .metric = key.by.metric, .own = key.by.own};
    const std::vector<double> keys = neighbours::keys_of(question, key.choice.row);
    Permutation order;
    for (const std::int64_t row : neighbours::rows_in_order(question, key.choice.row, keys))
        order.push_back(std::int32_t(row));
    for (std::size_t row = 0; row < keys.size(); ++row)
        if (std::isnan(keys[row])) order.push_back(std::int32_t(row));
    return order;
}

/// Categories and numbers in their order; vectors of which nothing is known come last. A gap stands between categories.
OrderedSet by_track(const OrderKey& key, int set, const Dataset& data) {
    OrderedSet ordered{.order = identity(data.rows)};
    const bool of_class = key.choice.kind == OrderKind::by_class;
    const Track* const track =
        key.tracks ? track_named(key.tracks->list, of_class ? class_column : key.choice.column) : nullptr;
    if (track == nullptr) return ordered;
    std::vector<double> keys;
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const TrackValue value = value_in_track(*track, set, data, row);
        const double unknown = std::numeric_limits<double>::infinity();
        keys.push_back(!value.is_known() ? unknown : value.number ? *value.number : double(value.category));
    }
    std::ranges::stable_sort(ordered.order, {}, [&](std::int32_t row) { return keys[std::size_t(row)]; });
    if (track->kind == TrackKind::numbers) return ordered;
    const auto key_there = [&](std::int64_t place) { return keys[std::size_t(ordered.order[std::size_t(place)])]; };
    for (std::int64_t place = 1; place < data.rows; ++place)
        if (key_there(place) != key_there(place - 1)) ordered.gaps.push_back(place);
    return ordered;
}

OrderedSet order_of_set(const job::MakeOrder& job, int number, std::span<const float> places,
                        const RunControl& control) {
    const Dataset& set = number == 0 ? *job.key.first : *job.key.second;
    switch (job.key.choice.kind) {
    case OrderKind::as_loaded:
        break;
    case OrderKind::by_x:
        return {by_keys(axis_keys(places, 0))};
    case OrderKind::by_y:
        return {by_keys(axis_keys(places, 1))};
    case OrderKind::hilbert:
        return {by_keys(curve_keys(places, Curve::hilbert))};
    case OrderKind::morton:
        return {by_keys(curve_keys(places, Curve::morton))};
    case OrderKind::clusters: {
        auto tree =
            std::make_shared<seriation::Clustering>(seriation::clusters(set, control, job.key.by, job.key.choice.tree));
        std::vector<seriation::Branch> branches = std::exchange(tree->branches, {});
        return {tree->order, std::move(branches), std::move(tree)};
    }
    case OrderKind::spanning_tree:
        return {seriation::spanning_tree(set, control.stop, job.key.by)};
    case OrderKind::by_distance:
        return {by_distance(job.key, set)};
    case OrderKind::by_class:
    case OrderKind::by_column:
        return by_track(job.key, number, set);
    }
    return {identity(set.rows)};
}

} // namespace

std::int64_t rows_to_count(const job::MakeOrder& job) {
    if (job.key.choice.kind != OrderKind::clusters) return 0;
    const std::int64_t rows = job.key.first->rows + (job.key.second ? job.key.second->rows : 0);
    return rows * (job.key.choice.tree.leaves == seriation::LeafOrder::optimal ? 3 : 2);
}

std::shared_ptr<const MatrixOrder> make_order(const job::MakeOrder& job, const RunControl& control) {
    OrderedSet rows = order_of_set(job, 0, job.places[0], control);
    OrderedSet cols = job.key.second ? order_of_set(job, 1, job.places[1], control) : rows;
    if (control.stop.stop_requested()) return nullptr;
    MatrixOrder order = order_of(std::move(rows.order), std::move(cols.order));
    order.row_branches = std::move(rows.branches);
    order.col_branches = std::move(cols.branches);
    order.row_tree = std::move(rows.tree);
    order.col_tree = std::move(cols.tree);
    order.row_gaps = std::move(rows.gaps);
    order.col_gaps = std::move(cols.gaps);
    return std::make_shared<const MatrixOrder>(std::move(order));
}

std::shared_ptr<const MatrixOrder> picture_order(const job::MakeOutput& job) {
    if (job.order.share >= 1.0) return job.order.to;
    const MatrixShape shape{job.question.first->rows, job.question.across().rows};
    return std::make_shared<const MatrixOrder>(
        order_between(job.order.from.get(), job.order.to.get(), shape, job.order.share));
}

Question in_order(const Question& question, const MatrixOrder& order) {
    Question ordered = question;
    ordered.first = std::make_shared<const Dataset>(in_order(*question.first, order.rows));
    if (question.second) ordered.second = std::make_shared<const Dataset>(in_order(*question.second, order.cols));
    return ordered;
}

} // namespace pairscope::app
