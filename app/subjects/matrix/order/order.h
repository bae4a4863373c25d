// SPDX-License-Identifier: MIT
// The order in which the matrix is shown: which one the picture is to have now, and what is missing for it.
#pragma once

#include "app/spine/activity.h"
#include "app/spine/files/result_head.h"
#include "app/spine/question.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/points/points.h"
#include "kernels/data/dataset.h"
#include "kernels/seriation/cut.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;
struct Tracks;

/// What an order is worked out from. The sets are shared values that never change.
struct OrderKey {
    OrderChoice choice;
    std::shared_ptr<const Dataset> first, second;
    PointAxes axes;                         ///< the axes of the Points panel, for orders by places
    seriation::ComparedBy by{};             ///< for orders by distances
    std::shared_ptr<const Tracks> tracks{}; ///< for orders by a class or by a column
    bool operator==(const OrderKey&) const = default;
};

/// The clusters of the trees that the picture shows.
struct ShownClusters {
    std::array<std::shared_ptr<const seriation::Clustering>, 2> trees{}; ///< what they are made of: rows and columns
    TreeCut cut{};
    std::array<std::optional<seriation::Clusters>, 2> sets{}; ///< absent: the tree is not cut, or there is none
};

struct OrderState {
    std::shared_ptr<const MatrixOrder> made; ///< the last one that was worked out; null: none yet
    std::optional<OrderKey> made_for;
    std::optional<OrderKey> failed_for; ///< not tried again until something changes
    bool animated = true;               ///< another order is shown step by step
    bool moving = false;                ///< the picture goes from `before` to the order of now, since `began`
    std::shared_ptr<const MatrixOrder> before;
    Clock::time_point began;
    ShownClusters clusters; ///< filled in by the session: see update_clusters()
};

namespace command {

struct OrderMatrix {
    OrderChoice order;
    double gesture = 0.0; ///< the same number for all changes of one drag, which are one step of undo; 0: no drag
};                        ///< can be undone
struct AnimateOrder {
    bool on;
}; ///< another order is shown step by step
struct SaveClusters {
    std::filesystem::path path;
}; ///< the rows with their clusters as CSV or JSON, or the tree as Newick, by the name's end

void carry_out(const SaveClusters&, State&, Effects&);
void carry_out(const OrderMatrix&, State&, Effects&);
void carry_out(const AnimateOrder&, State&, Effects&);

} // namespace command

namespace job {

/// Work out in which order the matrix is to be looked at.
struct MakeOrder {
    OrderKey key;
    std::array<std::vector<float>, 2>
        places{}; ///< the places of the vectors of each set in the Points panel, if they are needed
};
/// Write the clusters of the rows, or their tree, by the ending of the name.
struct SaveClusters {
    std::filesystem::path path;
    DataSource source;
    Question question;
    seriation::TreeChoice choice;
    std::shared_ptr<const seriation::Clustering> tree; ///< never null
    TreeCut cut;
};

} // namespace job

namespace event {

struct OrderMade {
    OrderKey key;
    std::shared_ptr<const MatrixOrder> order; ///< null: cancelled
};

void take(const OrderMade&, State&);
void take_failure(const OrderMade&, const Failure&, State&);

} // namespace event

/// Why the matrix of now cannot be ordered like this, in one sentence; empty if it can.
[[nodiscard]] std::string why_not_ordered(const State& state, OrderKind kind);
/// Why it cannot have this tree, too.
[[nodiscard]] std::string why_not_ordered(const State& state, const OrderChoice& choice);

/// Why the set does not have the row that the order begins at, in one sentence; empty if it has, or none is needed.
[[nodiscard]] std::string why_no_row(const OrderChoice& choice, const Dataset& set);

/// The chosen order, or as loaded while the data cannot be ordered like that.
[[nodiscard]] OrderChoice order_in_force(const State& state);

/// The choice of this kind that a menu offers: by_distance starts at the pinned row, and clusters keep their tree.
[[nodiscard]] OrderChoice order_offered(const State& state, OrderKind kind);
/// The columns by which the rows can be sorted, as a menu offers them.
[[nodiscard]] std::vector<OrderChoice> column_orders_offered(const State& state);

/// The order that the picture is to have in the end, as far as it is worked out. Null: as loaded. While points are
/// dragged it stays what it was.
[[nodiscard]] std::shared_ptr<const MatrixOrder> order_now(const State& state);

/// The orders between which the picture is at this time.
[[nodiscard]] OrderStep order_step(const State& state, Clock::time_point now);

/// The job that works out the missing order; absent: none is missing.
[[nodiscard]] std::optional<Job> order_job(const State& state);
/// Does it take so long that pictures go before it?
[[nodiscard]] bool takes_long(OrderKind kind);

/// Cuts the trees that the picture shows, once after they or the cut changed. The session calls it in each frame.
void update_clusters(State& state);
/// The clusters of a set (0 or 1) of the picture; null: there are none.
[[nodiscard]] const seriation::Clusters* clusters_of_set(const State& state, int set);
/// Why there are no clusters to save, in one sentence; empty if there are.
[[nodiscard]] std::string why_no_clusters(const State& state);
/// Why the trees cannot be cut as the choice of now says, in one sentence; empty if they can.
[[nodiscard]] std::string why_not_cut(const State& state);

/// Chooses an order; the picture moves there from what it shows.
void choose_order(State& state, OrderChoice choice);
/// Lets the picture move from what it shows to what order_now() says.
void start_moving(State& state);

/// The place in the picture, from 0, of each vector of a set (0 or 1). Empty where the picture is as loaded.
[[nodiscard]] std::span<const std::int32_t> ranks_of(const State& state, int set);

} // namespace pairscope::app
