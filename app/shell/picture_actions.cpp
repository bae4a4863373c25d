// SPDX-License-Identifier: MIT
#include "app/shell/picture_actions.h"

#include "app/state/view_order.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

Action order_action(const State& state, OrderKind kind) {
    return {.id = fmt::format("order.{}", name_of(kind)),
            .menu = Menu::view,
            .group = "Order of the matrix",
            .title = std::string(title_of(kind)),
            .keys = {},
            .command = command::OrderMatrix{order_offered(state, kind)},
            .why_not = [&state, kind] { return why_not_ordered(state, kind); },
            .about = std::string(what_it_reveals(kind)),
            .checked = state.view.order.kind == kind};
}

Action animation_action(const State& state) {
    const bool on = state.order.animated;
    return {.id = "order.animate",
            .menu = Menu::view,
            .group = "Order of the matrix",
            .title = "animate",
            .keys = {},
            .command = command::AnimateOrder{!on},
            .why_not = [] { return std::string(); },
            .about = "Shows for 0.6 s how rows and columns move to their new places.",
            .checked = on};
}

} // namespace

std::vector<Action> picture_actions(const State& state) {
    std::vector<Action> actions;
    for (const auto& known : order_kind_names) actions.push_back(order_action(state, known.value));
    actions.push_back(animation_action(state));
    return actions;
}

} // namespace pairscope::app
