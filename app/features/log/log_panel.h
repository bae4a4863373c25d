// SPDX-License-Identifier: MIT
// Everything the program said, the latest last.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_log_panel(const Frame& frame);

} // namespace pairscope::app
