// SPDX-License-Identifier: MIT
// The items of the View menu for the place of the matrix that is shown: going to a place, and copying it for others.
#pragma once

#include "app/spine/action_list.h"

#include <vector>

namespace pairscope::app {

[[nodiscard]] std::vector<Action> place_actions(const State& state);

} // namespace pairscope::app
