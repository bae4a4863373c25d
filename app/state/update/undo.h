// SPDX-License-Identifier: MIT
// The steps of undo: snapshots of the points before each change.
#pragma once

#include "app/state/state.h"

namespace pairscope::app {

/// Makes the data of now, and the order in which its matrix is looked at, a step of undo. What was undone cannot be
/// redone after that.
void remember(State& state);
/// Was the last step another order of the same data?
[[nodiscard]] bool is_of_order(const DataSnapshot& step, const DataSnapshot& next);
void undo(State& state);
void redo(State& state);

} // namespace pairscope::app
