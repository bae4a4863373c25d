// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/zoom/place_actions.h"

#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

Action place_action(const State& state, std::string id, std::string title, Command command) {
    return {.id = std::move(id),
            .menu = Menu::view,
            .group = {},
            .title = std::move(title),
            .keys = {},
            .command = std::move(command),
            .why_not =
                [&state] {
                    const bool is_there = state.data.now.question.first != nullptr && has_matrix_view(state);
                    return is_there ? std::string() : std::string("There is no matrix to look at.");
                },
            .about = {},
            .checked = {}};
}

} // namespace

std::vector<Action> place_actions(const State& state) {
    Action go =
        place_action(state, "view.go_to", "Go to a row, a column or a label...", command::ShowDialog{Dialog::go_to});
    go.keys = {"Ctrl+G"};
    const std::string view = view_text_of(state);
    Action map = place_action(state, "view.minimap", "Map of the matrix", command::ShowMinimap{!state.deep.minimap});
    map.keys = {"M"};
    map.checked = state.deep.minimap;
    map.why_not = [&state] {
        return is_deep(state) ? std::string() : std::string("Only a matrix that is not stored has a map.");
    };
    return {std::move(go), place_action(state, "view.copy", "Copy the view", command::Copy{view, "The view"}),
            place_action(state, "view.copy_command", "Copy the command line of this view",
                         command::Copy{fmt::format("{} --view {}", shell_command_of(state.data.now), view),
                                       "The command line of this view"}),
            std::move(map)};
}

} // namespace pairscope::app
