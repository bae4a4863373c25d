// SPDX-License-Identifier: MIT
// When a step of the guided tour is done. Panels know nothing of this: the commands of the user and the state decide.
// Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstddef>
#include <filesystem>
#include <optional>

namespace pairscope::app {

/// The file that the command asks to open or to save, where the step of now waits for one. Absent: none.
[[nodiscard]] std::optional<std::filesystem::path> file_asked_by(const State& state, const Command& command);

/// Has this command done the step that is shown? `state` is the state after the command.
[[nodiscard]] bool completes_step(const State& state, const Command& command);

/// Is the file that the user asked for in this step open, or saved?
[[nodiscard]] bool has_asked_file(const State& state);

/// The step at which the tour goes on: the one of now, or the next one that is not done. Absent: all are done.
[[nodiscard]] std::optional<std::size_t> step_to_resume(const TourState& tour);

/// The step of now is ticked off if this command, which was just carried out, has done it.
void observe_command(State& state, const Command& command);
/// The step of now is ticked off if what a worker has just told has done it.
void observe_event(State& state);

} // namespace pairscope::app
