// SPDX-License-Identifier: MIT
// The window: an empty shell around a session.
#pragma once

#include "app/gui/start.h"

namespace pairscope::app {

/// Opens the window and runs until the person quits. Returns the exit code: 0, or 3 if no window can be opened (the
/// reason and the way out are on stderr).
int run_gui(const StartOptions& options);

} // namespace pairscope::app
