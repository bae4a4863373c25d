// SPDX-License-Identifier: MIT
// The order in which the matrix is looked at. It belongs to the view: data, measurements, checks and files keep the
// order in which the vectors were loaded, and cells everywhere in the state count by that, too. Only what draws the
// matrix asks for places.
#pragma once

#include "app/subjects/matrix/clusters/tree_cut.h"
#include "kernels/data/names.h"
#include "kernels/ladder/metric.h"
#include "kernels/seriation/seriation.h"
#include "render/heatmap_view.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

enum class OrderKind : std::uint8_t {
    as_loaded,
    by_x,
    by_y,
    hilbert,
    morton,
    clusters,
    spanning_tree,
    by_distance,
    by_class,
    by_column
};
inline constexpr std::array<Name<OrderKind>, 10> order_kind_names{
    {{OrderKind::as_loaded, "as_loaded", "as loaded"},
     {OrderKind::by_x, "by_x", "by x"},
     {OrderKind::by_y, "by_y", "by y"},
     {OrderKind::hilbert, "hilbert", "along a Hilbert curve"},
     {OrderKind::morton, "morton", "along a Morton curve"},
     {OrderKind::clusters, "clusters", "by clusters"},
     {OrderKind::spanning_tree, "spanning_tree", "along the spanning tree"},
     {OrderKind::by_distance, "by_distance", "by distance from a vector"},
     {OrderKind::by_class, "class", "by class"},
     {OrderKind::by_column, "column", "by a column"}}};
static_assert(is_in_order(order_kind_names));
[[nodiscard]] constexpr std::string_view name_of(OrderKind kind) { return name_in(order_kind_names, kind); }
[[nodiscard]] constexpr std::string_view title_of(OrderKind kind) { return title_in(order_kind_names, kind); }

/// Does the order follow from distances between vectors?
[[nodiscard]] constexpr bool is_of_distances(OrderKind kind) {
    return kind == OrderKind::clusters || kind == OrderKind::spanning_tree || kind == OrderKind::by_distance;
}

/// Does the order follow from what is known of the rows besides their coordinates?
[[nodiscard]] constexpr bool is_of_tracks(OrderKind kind) {
    return kind == OrderKind::by_class || kind == OrderKind::by_column;
}

/// What this order reveals, in whole sentences.
[[nodiscard]] std::string_view what_it_reveals(OrderKind kind);
/// Says also what is compared where orders by distances use another metric.
[[nodiscard]] std::string what_it_reveals(OrderKind kind, const WorkloadType& type);

struct OrderChoice {
    OrderKind kind = OrderKind::as_loaded;
    std::int64_t row = 0;         ///< for the first set: the distances of by_distance are from its vector
    seriation::TreeChoice tree{}; ///< for clusters
    TreeCut cut{};                ///< where the tree of clusters is cut, which changes no order
    std::string column{};         ///< for by_column: the name of a column that is drawn as a track
    bool operator==(const OrderChoice&) const = default;
};
/// "by clusters", "by the column habitat"
[[nodiscard]] std::string title_of(const OrderChoice& choice);
/// Equal for choices that give the same order.
[[nodiscard]] inline OrderChoice uncut(OrderChoice choice) {
    choice.cut = {};
    return choice;
}

/// Where each vector stands in the picture. Both sets are ordered, each by itself; one set has one order twice.
struct MatrixOrder {
    Permutation rows, cols;                                        ///< the vector at each place
    Permutation row_places, col_places;                            ///< the place of each vector
    std::vector<seriation::Branch> row_branches{}, col_branches{}; ///< the branches of clusters; otherwise empty
    /// The trees of clusters, without branches; null: there are none. One set has one tree twice.
    std::shared_ptr<const seriation::Clustering> row_tree{}, col_tree{};
    /// For orders by a class or by a column of categories: the places at which the next group begins. Otherwise empty.
    std::vector<std::int64_t> row_gaps{}, col_gaps{};

    [[nodiscard]] MatrixShape shape() const { return {std::ssize(rows), std::ssize(cols)}; }
};
[[nodiscard]] MatrixOrder order_of(Permutation rows, Permutation cols);

/// The cell at a place of the picture, and the place of a cell. Without an order both are the same.
[[nodiscard]] Cell cell_there(const MatrixOrder* order, Cell place);
[[nodiscard]] Cell place_of(const MatrixOrder* order, Cell cell);

/// A step on the way from one order to another. Null: as loaded. They fit the shape.
[[nodiscard]] MatrixOrder order_between(const MatrixOrder* from, const MatrixOrder* to, MatrixShape shape,
                                        double share);

/// The orders between which a picture is. Null: as loaded.
struct OrderStep {
    std::shared_ptr<const MatrixOrder> from{}, to{};
    double share = 1.0; ///< 0: at `from`; 1: at `to`, and nothing moves
};

/// The vectors of a set at their places: what a kernel is given to draw the picture. Without labels.
[[nodiscard]] Dataset in_order(const Dataset& set, const Permutation& order);

} // namespace pairscope::app
