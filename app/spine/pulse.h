// SPDX-License-Identifier: MIT
// What the program does at this moment in one or two words, for the right end of the menu bar. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <string>

namespace pairscope::app {

/// "26 fps" while the picture moves; else what a worker does, such as "measuring"; "about to measure" between two
/// measurements; "idle" only when nothing is left to do.
[[nodiscard]] std::string pulse_text(const State& state);
/// What these words mean, in whole sentences.
[[nodiscard]] std::string pulse_meaning(const State& state);

} // namespace pairscope::app
