// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/order_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

namespace pairscope::app {

std::string_view what_it_reveals(OrderKind kind) {
    switch (kind) {
    case OrderKind::as_loaded:
        return "The order of the data. Patterns come from how the data was sorted or collected.";
    case OrderKind::by_x:
        return "The vectors are sorted from left to right in the Points panel. A smooth gradient away from the "
               "diagonal shows that this axis explains the distances.";
    case OrderKind::by_y:
        return "The vectors are sorted from bottom to top in the Points panel. A smooth gradient away from the "
               "diagonal shows that this axis explains the distances.";
    case OrderKind::hilbert:
        return "The Hilbert curve visits all places of the Points panel without a jump. Vectors near each other in the "
               "plane become small entries near the diagonal.";
    case OrderKind::morton:
        return "The plane of the Points panel is divided into quarters, and each quarter again into quarters. Squares "
               "on the diagonal are quarters of the plane, and sharp edges are the jumps between them.";
    case OrderKind::clusters:
        return "The vectors are grouped by hierarchical clustering (average linkage). Squares on the diagonal are "
               "clusters, and the tree at the margin shows how far apart they are.";
    case OrderKind::spanning_tree:
        return "The next vector is always the one that is nearest to those already placed (VAT). Squares on the "
               "diagonal are groups, and a narrow band along the diagonal is a chain of neighbours.";
    case OrderKind::by_distance:
        return "The vectors are sorted by their distance from the vector of the pinned row. Rings around it become "
               "bands, and the first row rises steadily.";
    case OrderKind::by_class:
        return "Vectors of one class stand side by side, with a gap before the next class. Dark squares on the "
               "diagonal are classes whose members are near to each other.";
    case OrderKind::by_column:
        return "The vectors are sorted by a column that is drawn along the matrix. Vectors of the same category stand "
               "side by side, and a smooth gradient away from the diagonal shows that the column explains the "
               "distances.";
    }
    return {};
}

std::string title_of(const OrderChoice& choice) {
    if (choice.kind == OrderKind::by_column) return fmt::format("by the column {}", choice.column);
    return std::string(title_of(choice.kind));
}

std::string what_it_reveals(OrderKind kind, const WorkloadType& type) {
    const std::string text(what_it_reveals(kind));
    if (!is_of_distances(kind) || is_plainly_euclidean(type)) return text;
    return fmt::format("{} The vectors are compared by the {}.", text, metric_title_of(type));
}

MatrixOrder order_of(Permutation rows, Permutation cols) {
    MatrixOrder order{.rows = std::move(rows), .cols = std::move(cols), .row_places = {}, .col_places = {}};
    order.row_places = seriation::inverse(order.rows);
    order.col_places = seriation::inverse(order.cols);
    return order;
}

namespace {

Cell looked_up(const Permutation& rows, const Permutation& cols, Cell cell) {
    const auto at = [](const Permutation& numbers, std::int64_t i) -> std::int64_t {
        return i >= 0 && i < std::ssize(numbers) ? numbers[std::size_t(i)] : i;
    };
    return {at(rows, cell.row), at(cols, cell.col)};
}

} // namespace

Cell cell_there(const MatrixOrder* order, Cell place) {
    return order == nullptr ? place : looked_up(order->rows, order->cols, place);
}

Cell place_of(const MatrixOrder* order, Cell cell) {
    return order == nullptr ? cell : looked_up(order->row_places, order->col_places, cell);
}

MatrixOrder order_between(const MatrixOrder* from, const MatrixOrder* to, MatrixShape shape, double share) {
    const Permutation rows = identity(shape.rows), cols = identity(shape.cols);
    return order_of(seriation::between(from == nullptr ? rows : from->rows, to == nullptr ? rows : to->rows, share),
                    seriation::between(from == nullptr ? cols : from->cols, to == nullptr ? cols : to->cols, share));
}

namespace {

/// Distances move with both of their rows.
Dataset distances_in_order(const Dataset& set, const Permutation& order) {
    Dataset moved{.name = set.name, .rows = set.rows, .dims = set.dims};
    const auto in_places = [&](std::span<const float> from) {
        std::vector<float> to;
        to.reserve(from.size());
        for (const std::int32_t row : order)
            for (const std::int32_t col : order) to.push_back(from[std::size_t(row) * order.size() + std::size_t(col)]);
        return to;
    };
    moved.values = in_places(coordinates(set));
    if (!set.low.empty()) moved.low = in_places(set.low);
    moved.holds_distances = true;
    return moved;
}

} // namespace

Dataset in_order(const Dataset& set, const Permutation& order) {
    if (set.holds_distances) return distances_in_order(set, order);
    Dataset moved{
        .name = set.name, .rows = set.rows, .dims = set.dims, .origin = set.origin, .axes = set.axes, .unit = set.unit};
    const auto in_places = [&](const auto& all) {
        auto there = all;
        for (std::size_t place = 0; place < order.size(); ++place)
            std::copy_n(all.begin() + order[place] * set.dims, set.dims,
                        there.begin() + std::ptrdiff_t(place) * set.dims);
        return there;
    };
    moved.values = std::visit([&](const auto& values) -> Values { return in_places(values); }, set.values);
    if (!set.low.empty()) moved.low = in_places(set.low);
    return moved;
}

} // namespace pairscope::app
