// SPDX-License-Identifier: MIT
// What a user can do, as one table: the menus, the command palette, the list of shortcuts and the keys all come from
// it.
#pragma once

#include "app/spine/action_list.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// The choices that only the window knows.
struct Choices {
    std::vector<std::string> colormaps;
    std::vector<std::string> panels;
};

/// All of them for the state as it is, menu by menu, in the order they are shown. Their `why_not` reads the state,
/// which must outlive them.
[[nodiscard]] std::vector<Action> actions(const State& state, const Choices& choices);
std::vector<Action> actions(const State&& state, const Choices& choices) = delete;

/// Null if there is none of that id.
[[nodiscard]] const Action* find_action(std::span<const Action> actions, std::string_view id);

/// The actions whose title, group or menu holds every word of the query, in any case. The best come first: words that
/// begin a title count more.
[[nodiscard]] std::vector<const Action*> matching_actions(std::span<const Action> actions, std::string_view query);

/// "Ctrl+S, Ctrl+P": the keys as a user reads them; empty if it has none.
[[nodiscard]] std::string keys_text(const Action& action);

} // namespace pairscope::app
