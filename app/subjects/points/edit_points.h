// SPDX-License-Identifier: MIT
// Commands that change single points. Each becomes a step of undo; a drag is one step.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

namespace pairscope::app {

void move_point(State& state, const command::MovePoint& move);
void add_point(State& state, const command::AddPoint& add);
void delete_selected(State& state);

} // namespace pairscope::app
