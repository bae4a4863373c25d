// SPDX-License-Identifier: MIT
// The window: an empty shell around a session.
#pragma once

#include "app/window/start.h"

#include <stop_token>

namespace pairscope::app {

/// Opens the window and runs until the user quits, or until a stop is requested, which is the same. Returns the exit
/// code: 0, or 3 if no window can be opened (the reason and the way out are on stderr).
int run_gui(const StartOptions& options, const std::stop_token& stop);

} // namespace pairscope::app
