// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/make_order.h"

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/matrix/order/order.h"
#include "kernels/neighbours/row_neighbours.h"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace pairscope::app {
namespace {

struct OrderedSet {
    Permutation order;
    std::vector<seriation::Branch> branches{};
    std::shared_ptr<const seriation::Clustering> tree{};
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

OrderedSet order_of_set(const job::MakeOrder& job, const Dataset& set, std::span<const float> places,
                        const RunControl& control) {
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
    OrderedSet rows = order_of_set(job, *job.key.first, job.places[0], control);
    OrderedSet cols = job.key.second ? order_of_set(job, *job.key.second, job.places[1], control) : rows;
    if (control.stop.stop_requested()) return nullptr;
    MatrixOrder order = order_of(std::move(rows.order), std::move(cols.order));
    order.row_branches = std::move(rows.branches);
    order.col_branches = std::move(cols.branches);
    order.row_tree = std::move(rows.tree);
    order.col_tree = std::move(cols.tree);
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
