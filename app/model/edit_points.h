// SPDX-License-Identifier: MIT
// Commands that change the points, with undo.
#pragma once

#include "app/model/state.h"

namespace pairscope::app {

void set_dataset(State& state, DataSnapshot data); ///< a new source; the old data becomes a step of undo
void move_point(State& state, const command::MovePoint& move);
void add_point(State& state, const command::AddPoint& add);
void delete_selected(State& state);
void undo(State& state);
void redo(State& state);

} // namespace pairscope::app
