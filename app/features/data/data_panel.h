// SPDX-License-Identifier: MIT
// What goes in: the source, how many points, and what the source lets a user choose.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_data_panel(const Frame& frame);

} // namespace pairscope::app
