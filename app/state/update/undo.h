// SPDX-License-Identifier: MIT
// The steps of undo: snapshots of the points before each change.
#pragma once

#include "app/state/state.h"

namespace pairscope::app {

/// Makes the points of now a step of undo. What was undone cannot be redone after that.
void remember(DataState& data);
void undo(State& state);
void redo(State& state);

} // namespace pairscope::app
