// SPDX-License-Identifier: MIT
// What a user can do, as plain values, and the helpers that lists of actions are written with.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::app {

enum class Menu : std::uint8_t { file, data, run, view, help };
[[nodiscard]] std::string_view title_of(Menu menu); ///< "File"

struct Action {
    std::string id; ///< stable: "file.open", "variant.coalesced", "theme.light"
    Menu menu = Menu::file;
    std::string group;             ///< the submenu: "Theme", "Recordings/NVIDIA H200"; empty: directly in the menu
    std::string title;             ///< "Save picture..."
    std::vector<std::string> keys; ///< "Ctrl+S"; the first is shown, any of them does it
    Command command;
    /// Why it cannot be done now, one sentence; empty: it can. Some answers take a chart or the schedule, so ask only
    /// for an action that is shown or chosen.
    std::function<std::string()> why_not;
    std::string about{};         ///< a tooltip in whole sentences, while it can be done; empty: the title says it all
    std::string title_when_on{}; ///< in the command palette, while the switch is on: "Hide ..."; empty: the title
    std::optional<bool> checked; ///< whether a switch is on, or one of several choices is chosen
    bool divided = false;        ///< a line above it in the menu
};

using Keys = std::vector<std::string>;

/// Collects actions of one menu; each call is a line of it.
class ActionList {
public:
    explicit ActionList(std::vector<Action>& actions) : actions_(actions) {}
    void in(Menu menu) { menu_ = menu; }
    void divide() { divided_ = true; }
    Action& add(std::string id, std::string title, Command command, Keys keys = {}) {
        actions_.push_back({.id = std::move(id),
                            .menu = menu_,
                            .group = {},
                            .title = std::move(title),
                            .keys = std::move(keys),
                            .command = std::move(command),
                            .why_not = [] { return std::string(); },
                            .about = {},
                            .checked = {},
                            .divided = std::exchange(divided_, false)});
        return actions_.back();
    }
    void append(std::vector<Action> more) { std::ranges::move(more, std::back_inserter(actions_)); }
    /// One of several choices in a submenu.
    Action& choose(std::string group, std::string id, std::string title, Command command, bool chosen) {
        Action& action = add(std::move(id), std::move(title), std::move(command));
        action.group = std::move(group);
        action.checked = chosen;
        return action;
    }

private:
    std::vector<Action>& actions_;
    Menu menu_ = Menu::file;
    bool divided_ = false;
};

using Reason = std::function<std::string()>;

inline Reason unless(bool possible, const char* reason) {
    return [possible, reason] { return possible ? std::string() : std::string(reason); };
}

/// For what is not known at once.
template <class Condition> Reason unless(Condition possible, const char* reason) {
    return [possible, reason] { return possible() ? std::string() : std::string(reason); };
}

} // namespace pairscope::app
