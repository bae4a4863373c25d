// SPDX-License-Identifier: MIT
// The log file: what the program did, and every notice.
#pragma once

#include "app/model/state.h"

#include <cstdint>

namespace pairscope::app {

/// Nothing is logged where there can be no file; the session says so.
void start_log();

/// Writes the notices after the one with the id `logged`, and sets it to the last one's.
void log_new_notices(const State& state, std::int64_t& logged);

} // namespace pairscope::app
