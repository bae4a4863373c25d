// SPDX-License-Identifier: MIT
// What the Run menu offers for the instructions of a kernel.
#pragma once

#include "app/spine/action_list.h"

namespace pairscope::app {

void add_instructions(ActionList& list, const State& state);

} // namespace pairscope::app
