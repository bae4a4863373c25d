// SPDX-License-Identifier: MIT
// What this program is, what it found here, whose data and whose parts it uses.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_about_panel(const Frame& frame);

} // namespace pairscope::app
