// SPDX-License-Identifier: MIT
// The steps of undo: snapshots of the data and of the view before each change.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <typeindex>

namespace pairscope::app {

/// What is looked at now.
[[nodiscard]] ViewSnapshot view_snapshot(const State& state);

/// Makes the data of now, and what is looked at, a step of undo. What was undone cannot be redone after that.
void remember(State& state);
/// What a command did to the view.
struct ViewChange {
    std::type_index command{typeid(void)}; ///< what was asked
    double gesture = 0.0;                  ///< number of the drag; 0: no drag
    bool comes_often = false; ///< by the wheel, by an arrow key, from a slider: those in quick succession are one step
};
/// Makes what was looked at a step of undo, unless nothing changed, or the change belongs to the step before.
void remember_view(State& state, const ViewSnapshot& before, const ViewChange& change = {});
/// Is the step about the view of the same data?
[[nodiscard]] bool is_of_view(const DataSnapshot& step, const DataSnapshot& next);

} // namespace pairscope::app
