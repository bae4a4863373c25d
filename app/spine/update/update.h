// SPDX-License-Identifier: MIT
// How the state changes while the program runs: by a command of a user, or by an event from a worker. Pure functions
// of values; what has to happen outside (jobs, the clipboard, cancelling) is returned.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// What the loop has to do after an update.
struct Effects {
    std::vector<Job> files;           ///< for the worker that reads and writes files
    bool cancel_loading = false;      ///< stop reading points: others are wanted now
    bool cancel = false;              ///< stop what the runs' worker does
    bool cancel_measurements = false; ///< stop it if it is timing: the user wants something else now
    std::optional<std::string> clipboard;
    std::optional<command::SavePicture> picture; ///< pixels are the GUI's to read
    std::optional<command::SaveFigure> figure;   ///< pixels are the GUI's to read, and axes are drawn around them
    std::optional<command::SaveChart> chart;     ///< to be drawn
    std::optional<std::filesystem::path> folder; ///< to be shown by the desktop's file manager
};

[[nodiscard]] Effects update(State& state, const Command& command);

/// An answer of a worker. Textures and buffers in it are the GUI's business; this takes the values.
void apply(State& state, const Event& event);

} // namespace pairscope::app
