// SPDX-License-Identifier: MIT
// The nearest points of the marked row, as the selected variant computed them.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_neighbours_panel(const Frame& frame);

} // namespace pairscope::app
