// SPDX-License-Identifier: MIT
// What the View menu offers for the picture of the matrix: its order, and differences.
#pragma once

#include "app/spine/action_list.h"

#include <vector>

namespace pairscope::app {

[[nodiscard]] std::vector<Action> picture_actions(const State& state);

} // namespace pairscope::app
