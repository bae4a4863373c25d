// SPDX-License-Identifier: MIT
// What the View menu offers for nearest neighbours and pinned pairs.
#pragma once

#include "app/spine/action_list.h"

namespace pairscope::app {

/// The arrow keys step through rows and ranks while a pair is kept marked, and through the ladder otherwise.
void add_neighbours(ActionList& list, const State& state);

} // namespace pairscope::app
