// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/order/order.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/vectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr double motion_seconds = 0.6;
constexpr double longest_animated = 0.1; // [s] of a picture: slower ones are not animated
constexpr double most_steps = 0x1p33;    // coordinates that are subtracted: some seconds of a core

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
    return {.choice = choice,
            .first = now.first,
            .second = now.second,
            .axes = is_of_places(choice.kind) ? state.view.point_axes : PointAxes{},
            .by = is_of_distances(choice.kind)
                      ? seriation::ComparedBy{.metric = current_type(state).metric, .own = own_distance(now)}
                      : seriation::ComparedBy{}};
}

std::string why_too_long(const Dataset& set, OrderKind kind) {
    if (kind == OrderKind::clusters && set.rows > seriation::most_clustered)
        return fmt::format("Clusters are offered for at most {} vectors, because the distances of all pairs have to be "
                           "stored; this data has {}.",
                           grouped(seriation::most_clustered), grouped(set.rows));
    if (set.holds_distances) return {}; // each distance is looked at once
    const double steps = double(set.rows) * double(set.rows) * double(set.dims);
    if (steps <= most_steps) return {};
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
        const std::string reason = why_too_long(*now.first, kind);
        return reason.empty() && now.second ? why_too_long(*now.second, kind) : reason;
    }
    if (is_of_places(kind) && axes_kind(state) == AxesKind::principal && !state.data.now.principal)
        return "The vectors have no places in the Points panel, because none of them is finite.";
    return {};
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
    if (!why_not_ordered(state, chosen.kind).empty()) return {};
    const auto& set = state.data.now.question.first;
    return set && !why_no_row(chosen, *set).empty() ? OrderChoice{} : chosen;
}

OrderChoice order_offered(const State& state, OrderKind kind) {
    const bool pinned = kind == OrderKind::by_distance && state.view.pinned;
    return {.kind = kind, .row = pinned ? state.view.pinned->row : 0};
}

std::shared_ptr<const MatrixOrder> order_now(const State& state) {
    const OrderState& order = state.order;
    const OrderChoice choice = order_in_force(state);
    if (choice.kind == OrderKind::as_loaded) return nullptr;
    const bool is_made = order.made && order.made_for && order.made_for->choice == choice;
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
    state.view.order = choice;
    start_moving(state);
}

std::span<const std::int32_t> ranks_of(const State& state, int set) {
    const MatrixOrder* order = shown_order(state);
    if (order == nullptr || !fits(*order, state)) return {};
    return set == 0 ? order->row_places : order->col_places;
}

namespace command {

void carry_out(const OrderMatrix& c, State& state, Effects& effects) {
    if (state.view.order == c.order) return;
    choose_order(state, c.order);
    effects.cancel_measurements = true; // they begin again; the user waits for the order
}
void carry_out(const AnimateOrder& c, State& state, Effects&) { state.order.animated = c.on; }

} // namespace command

namespace event {

void take(const OrderMade& made, State& state) {
    if (!made.order) return; // cancelled
    state.order.made_for = made.key;
    const MatrixOrder* before = state.order.made.get();
    const bool is_same_tree = before != nullptr && before->row_branches == made.order->row_branches &&
                              before->col_branches == made.order->col_branches;
    if (is_same_tree && before->rows == made.order->rows && before->cols == made.order->cols)
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
