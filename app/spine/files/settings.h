// SPDX-License-Identifier: MIT
// What the program remembers from one start to the next: in the XDG config folder, never in the working directory.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

namespace pairscope::app {

/// Reads settings.json. A missing file leaves the defaults; a damaged one leaves them too, and a notice says so.
void load_settings(State& state);
/// Writes settings.json. If it cannot be written, nothing happens.
void save_settings(const State& state);

} // namespace pairscope::app
