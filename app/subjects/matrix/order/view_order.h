// SPDX-License-Identifier: MIT
// Which order the picture of the matrix is to have now, and what is missing for it.
#pragma once

#include "app/spine/jobs.h"
#include "app/spine/state.h"

#include <memory>
#include <optional>
#include <string>

namespace pairscope::app {

/// Why the matrix of now cannot be ordered like this, in one sentence; empty if it can.
[[nodiscard]] std::string why_not_ordered(const State& state, OrderKind kind);

/// Why the set does not have the row that the order begins at, in one sentence; empty if it has, or none is needed.
[[nodiscard]] std::string why_no_row(const OrderChoice& choice, const Dataset& set);

/// The chosen order, or as loaded while the data cannot be ordered like that.
[[nodiscard]] OrderChoice order_in_force(const State& state);

/// The choice of this kind that a menu offers: by_distance starts at the pinned row.
[[nodiscard]] OrderChoice order_offered(const State& state, OrderKind kind);

/// The order that the picture is to have in the end, as far as it is worked out. Null: as loaded. While points are
/// dragged it stays what it was.
[[nodiscard]] std::shared_ptr<const MatrixOrder> order_now(const State& state);

/// The orders between which the picture is at this time.
[[nodiscard]] OrderStep order_step(const State& state, Clock::time_point now);

/// The job that works out the missing order; absent: none is missing.
[[nodiscard]] std::optional<Job> order_job(const State& state);
/// Does it take so long that pictures go before it?
[[nodiscard]] bool takes_long(OrderKind kind);

/// Chooses an order; the picture moves there from what it shows.
void choose_order(State& state, OrderChoice choice);
/// The worker worked it out.
void take_order(State& state, const event::OrderMade& made);
/// Lets the picture move from what it shows to what order_now() says.
void start_moving(State& state);

/// The place in the picture, from 0, of each vector of a set (0 or 1). Empty where the picture is as loaded.
[[nodiscard]] std::span<const std::int32_t> ranks_of(const State& state, int set);

} // namespace pairscope::app
