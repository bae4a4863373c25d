// SPDX-License-Identifier: MIT
// What the View menu offers for the place of the matrix that is looked at: going there, and telling others where it is.
#pragma once

#include "app/shell/actions.h"

#include <vector>

namespace pairscope::app {

[[nodiscard]] std::vector<Action> place_actions(const State& state);

} // namespace pairscope::app
