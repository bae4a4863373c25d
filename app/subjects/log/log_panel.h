// SPDX-License-Identifier: MIT
// All messages of the program, the latest last.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_log_panel(const Frame& frame);

} // namespace pairscope::app
