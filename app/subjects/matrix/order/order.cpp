// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/order.h"

#include "app/spine/compared_by.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/points/points.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/vectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr double motion_seconds = 0.6;
constexpr double longest_animated = 0.1;   // [s] of a picture: slower ones are not animated
constexpr double most_steps = 0x1p33;      // coordinates that are subtracted: some seconds of a core
constexpr double most_tree_steps = 0x1p40; // some minutes: a tree shows its progress, and can be cancelled

bool is_of_places(OrderKind kind) {
    return kind == OrderKind::by_x || kind == OrderKind::by_y || kind == OrderKind::hilbert ||
           kind == OrderKind::morton;
}

bool fits(const MatrixOrder& order, const State& state) {
    const Question& now = state.data.now.question;
    return now.first && order.shape() == MatrixShape{now.first->rows, now.across().rows};
}

OrderKey key_of_order(const State& state, OrderChoice choice) {
    const Question& now = state.data.now.question;
    return {.choice = uncut(choice),
            .first = now.first,
            .second = now.second,
            .axes = is_of_places(choice.kind) ? state.view.point_axes : PointAxes{},
            .by = is_of_distances(choice.kind) ? compared_by(now) : seriation::ComparedBy{},
            .tracks = is_of_tracks(choice.kind) ? state.data.now.tracks : nullptr};
}

/// The track by which such an order sorts; null: there is none.
const Track* track_of_order(const State& state, const OrderChoice& choice) {
    return track_named(tracks_of(state), choice.kind == OrderKind::by_class ? class_column : choice.column);
}

/// The first column that is not the class.
std::string first_column(const State& state) {
    for (const Track& track : tracks_of(state))
        if (!track.is_class) return track.name;
    return {};
}

std::string why_too_long(const Dataset& set, OrderKind kind) {
    if (kind == OrderKind::clusters && set.rows > seriation::most_clustered)
        return fmt::format("Clusters are offered for at most {} vectors, because the distances of all pairs have to be "
                           "stored; this data has {}.",
                           grouped(seriation::most_clustered), grouped(set.rows));
    if (set.holds_distances) return {}; // each distance is looked at once
    const double steps = double(set.rows) * double(set.rows) * double(set.dims);
    if (steps <= (kind == OrderKind::clusters ? most_tree_steps : most_steps)) return {};
    return fmt::format("This order needs the distances of all pairs, which takes too long for {} of {}.",
                       counted(set.rows, "vector"), counted(set.dims, "coordinate"));
}

} // namespace

bool takes_long(OrderKind kind) { return kind == OrderKind::clusters || kind == OrderKind::spanning_tree; }

std::string why_not_ordered(const State& state, OrderKind kind) {
    const Question& now = state.data.now.question;
    if (kind == OrderKind::as_loaded) return {};
    if (is_of_distances(kind))
        if (const std::string reason = why_no_distances(current_type(state)); !reason.empty())
            return fmt::format("There is no such order, because {}.", reason);
    if (!now.first) return "There is no data yet.";
    if (!asks_for_matrix(state) && !is_deep(state)) return "The output of this workload is not a matrix.";
    if (takes_long(kind)) {
        if (std::string reason = seriation::why_no_tree(*now.first); !reason.empty()) return reason;
        const std::string reason = why_too_long(*now.first, kind);
        return reason.empty() && now.second ? why_too_long(*now.second, kind) : reason;
    }
    if (kind == OrderKind::by_class && class_of_rows(state) == nullptr)
        return "The rows have no class. Choose its column under tracks in the Data panel, or with --class.";
    if (kind == OrderKind::by_column && first_column(state).empty())
        return "No column is drawn along the matrix. Choose one under tracks in the Data panel, or with --track.";
    if (is_of_places(kind) && axes_kind(state) == AxesKind::principal && !state.data.now.principal)
        return "The vectors have no places in the Points panel, because none of them is finite.";
    return {};
}

std::string why_not_ordered(const State& state, const OrderChoice& choice) {
    if (std::string reason = why_not_ordered(state, choice.kind); !reason.empty()) return reason;
    if (choice.kind == OrderKind::by_column && track_of_order(state, choice) == nullptr)
        return fmt::format("There is no track {} to order by. Choose this column in the Data panel, or with --track.",
                           excerpt(choice.column));
    if (choice.kind != OrderKind::clusters) return {};
    const Question& now = state.data.now.question;
    const std::int64_t rows = std::max(now.first->rows, now.across().rows);
    if (choice.tree.leaves == seriation::LeafOrder::optimal && rows > seriation::most_optimal)
        return fmt::format("The optimal leaf order is offered for at most {} vectors; this data has {}.",
                           grouped(seriation::most_optimal), grouped(rows));
    const WorkloadType& type = current_type(state);
    return seriation::why_no_linkage(choice.tree.linkage, type.metric, now.first->holds_distances,
                                     metric_title_of(type));
}

std::string why_no_row(const OrderChoice& choice, const Dataset& set) {
    if (choice.kind != OrderKind::by_distance) return {};
    if (choice.row >= 0 && choice.row < set.rows) {
        if (set.holds_distances || neighbours::LoadedVectors(set).is_finite(choice.row)) return {};
        return fmt::format(
            "row {} has no distances to order by, because not all of its coordinates are finite numbers: "
            "choose another row",
            choice.row);
    }
    return fmt::format("there is no row {} to order by: the rows are 0 to {}", choice.row, set.rows - 1);
}

OrderChoice order_in_force(const State& state) {
    const OrderChoice& chosen = state.view.order;
    if (!why_not_ordered(state, chosen).empty()) return {};
    const auto& set = state.data.now.question.first;
    return set && !why_no_row(chosen, *set).empty() ? OrderChoice{} : chosen;
}

OrderChoice order_offered(const State& state, OrderKind kind) {
    const bool pinned = kind == OrderKind::by_distance && state.view.pinned;
    OrderChoice offered{.kind = kind, .row = pinned ? state.view.pinned->row : 0};
    if (kind == OrderKind::by_column) {
        const bool is_chosen = state.view.order.kind == kind && track_of_order(state, state.view.order) != nullptr;
        offered.column = is_chosen ? state.view.order.column : first_column(state);
    }
    if (kind != OrderKind::clusters) return offered;
    offered.tree = state.view.order.tree;
    offered.cut = state.view.order.cut;
    return offered;
}

std::vector<OrderChoice> column_orders_offered(const State& state) {
    std::vector<OrderChoice> offered;
    for (const Track& track : tracks_of(state))
        if (!track.is_class) offered.push_back({.kind = OrderKind::by_column, .column = track.name});
    return offered;
}

std::shared_ptr<const MatrixOrder> order_now(const State& state) {
    const OrderState& order = state.order;
    const OrderChoice choice = order_in_force(state);
    if (choice.kind == OrderKind::as_loaded) return nullptr;
    const bool is_made = order.made && order.made_for && order.made_for->choice == uncut(choice);
    // Until it is made, the picture stays as it is.
    const auto& best = is_made ? order.made : is_deep(state) ? state.deep.order : state.output.order;
    return best && fits(*best, state) ? best : nullptr;
}

OrderStep order_step(const State& state, Clock::time_point now) {
    OrderStep step{.from = nullptr, .to = order_now(state)};
    const double seconds = std::chrono::duration<double>(now - state.order.began).count();
    const bool was_other_data = state.order.before && !fits(*state.order.before, state);
    const bool is_there = state.order.before == step.to;
    if (!state.order.moving || seconds >= motion_seconds || was_other_data || is_there) return step;
    const double time = std::clamp(seconds / motion_seconds, 0.0, 1.0);
    step.from = state.order.before;
    step.share = time * time * (3.0 - 2.0 * time); // begins and ends slowly
    return step;
}

std::optional<Job> order_job(const State& state) {
    const OrderChoice choice = order_in_force(state);
    if (choice.kind == OrderKind::as_loaded || state.data.dragging) return {};
    const OrderKey key = key_of_order(state, choice);
    if (state.order.made_for == key || state.order.failed_for == key) return {};
    job::MakeOrder job{.key = key, .places = {}};
    if (is_of_places(choice.kind)) {
        const SetPlaces places = places_now(state);
        if (places.first.empty()) return {}; // the session is about to work them out
        job.places[0].assign(places.first.begin(), places.first.end());
        job.places[1].assign(places.second.begin(), places.second.end());
    }
    return job;
}

void start_moving(State& state) {
    const OutputState& output = state.output;
    const bool is_shown = output.revision == state.data.revision && output.variant_id == state.run.variant_id;
    const bool is_quick = output.seconds <= longest_animated && !output.simulated;
    state.order.moving = state.order.animated && is_shown && is_quick && !is_deep(state);
    state.order.before = output.order;
    state.order.began = Clock::now();
}

void choose_order(State& state, OrderChoice choice) {
    const bool moves = uncut(choice) != uncut(state.view.order);
    state.view.order = choice;
    if (moves) start_moving(state);
}

void update_clusters(State& state) {
    ShownClusters& shown = state.order.clusters;
    const MatrixOrder* const order = shown_order(state);
    const bool has_order = order != nullptr && fits(*order, state);
    const TreeCut cut = state.view.order.cut;
    using Trees = std::array<std::shared_ptr<const seriation::Clustering>, 2>;
    Trees trees = has_order ? Trees{order->row_tree, order->col_tree} : Trees{};
    if (shown.trees == trees && shown.cut == cut) return;
    shown = {.trees = std::move(trees), .cut = cut};
    for (std::size_t set = 0; set < shown.sets.size(); ++set)
        if (shown.trees[set]) shown.sets[set] = clusters_of(*shown.trees[set], cut);
}

const seriation::Clusters* clusters_of_set(const State& state, int set) {
    const Question& now = state.data.now.question;
    const auto& clusters = state.order.clusters.sets[std::size_t(set)];
    if (!clusters || !now.first) return nullptr;
    const Dataset& data = set == 0 ? *now.first : now.across();
    return std::ssize(clusters->of_row) == data.rows ? &*clusters : nullptr;
}

std::string why_not_cut(const State& state) {
    for (const auto& tree : state.order.clusters.trees)
        if (tree)
            if (std::string reason = why_not_cut(*tree, state.view.order.cut); !reason.empty()) return reason;
    return {};
}

std::span<const std::int32_t> ranks_of(const State& state, int set) {
    const MatrixOrder* order = shown_order(state);
    if (order == nullptr || !fits(*order, state)) return {};
    return set == 0 ? order->row_places : order->col_places;
}

namespace command {

void carry_out(const OrderMatrix& c, State& state, Effects& effects) {
    const bool is_same_order = uncut(state.view.order) == uncut(c.order);
    if (state.order.failed_for && state.order.failed_for->choice == uncut(c.order)) state.order.failed_for.reset();
    choose_order(state, c.order);
    if (!is_same_order) effects.cancel_measurements = true; // they begin again; the user waits for the order
}
void carry_out(const AnimateOrder& c, State& state, Effects&) { state.order.animated = c.on; }

} // namespace command

namespace event {

void take(const OrderMade& made, State& state) {
    if (!made.order) { // it is not begun again until the user chooses it
        const bool by_user = state.run.cancelled == CancelledWork{state.run.variant_id, state.data.revision};
        if (by_user) state.order.failed_for = made.key;
        return;
    }
    state.order.made_for = made.key;
    const MatrixOrder* before = state.order.made.get();
    const bool is_same_tree = before != nullptr && before->row_branches == made.order->row_branches &&
                              before->col_branches == made.order->col_branches;
    const bool has_same_gaps =
        before != nullptr && before->row_gaps == made.order->row_gaps && before->col_gaps == made.order->col_gaps;
    if (is_same_tree && has_same_gaps && before->rows == made.order->rows && before->cols == made.order->cols)
        return; // points moved, and their order is the same
    state.order.made = made.order;
    start_moving(state);
}

void take_failure(const OrderMade& made, const Failure& failure, State& state) {
    state.order.failed_for = made.key;
    notify(state, Severity::error, failure.message);
}

} // namespace event

} // namespace pairscope::app
