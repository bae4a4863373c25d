// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/picture_actions.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/order/order.h"

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
            .about = what_it_reveals(kind, current_type(state)),
            .checked = state.view.order.kind == kind};
}

Action column_action(const State& state, const OrderChoice& choice) {
    Action action = order_action(state, OrderKind::by_column);
    action.id = fmt::format("order.column.{}", choice.column);
    action.title = title_of(choice);
    action.command = command::OrderMatrix{choice};
    action.checked = state.view.order == choice;
    return action;
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

Action content_action(const State& state, MatrixContent content) {
    return {.id = fmt::format("difference.{}", name_of(content)),
            .menu = Menu::view,
            .group = "Differences",
            .title = std::string(title_of(content)),
            .keys = {},
            .command = command::ShowContent{content, state.view.against},
            .why_not = [&state] { return why_no_differences(state); },
            .about = std::string(what_it_shows(content)),
            .checked = state.view.content == content};
}

Action worst_action(const State& state) {
    return {.id = "difference.worst",
            .menu = Menu::view,
            .group = "Differences",
            .title = "Go to the worst entry",
            .keys = {"D"},
            .command = command::FindWorst{},
            .why_not =
                [&state] {
                    return worst_cell(state) ? std::string()
                                             : std::string("No differences are shown. The key E shows errors.");
                },
            .about =
                "Pins the entry with the largest difference. The Differences panel shows its computation step by step.",
            .checked = {}};
}

Action preset_action(const Preset& preset) {
    return {.id = fmt::format("preset.{}", preset.name),
            .menu = Menu::view,
            .group = "Differences",
            .title = fmt::format("Example: {}", preset.title),
            .keys = {},
            .command = command::UsePreset{std::string(preset.name)},
            .why_not = [] { return std::string(); },
            .about = std::string(preset.about),
            .checked = {}};
}

} // namespace

std::vector<Action> picture_actions(const State& state) {
    std::vector<Action> actions;
    const std::vector<OrderChoice> columns = column_orders_offered(state);
    for (const auto& known : order_kind_names)
        if (known.value != OrderKind::by_column || columns.empty()) actions.push_back(order_action(state, known.value));
    for (const OrderChoice& choice : columns) actions.push_back(column_action(state, choice));
    actions.push_back(animation_action(state));
    for (const auto& known : content_names) actions.push_back(content_action(state, known.value));
    actions.push_back(worst_action(state));
    for (const Preset& preset : current_type(state).presets) actions.push_back(preset_action(preset));
    return actions;
}

} // namespace pairscope::app
