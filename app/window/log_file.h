// SPDX-License-Identifier: MIT
// The log file: what the program did, and every notice.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <cstdint>

namespace pairscope::app {

/// If the log file cannot be created, nothing is logged. If its folder cannot be written, the session shows a warning.
void start_log();

/// Writes the notices after the one with the id `logged`, and sets it to the last one's.
void log_new_notices(const State& state, std::int64_t& logged);

} // namespace pairscope::app
