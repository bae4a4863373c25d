// SPDX-License-Identifier: MIT
// The helpers that the table of actions is written with.
#pragma once

#include "app/window/menus/actions.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {

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
