// SPDX-License-Identifier: MIT
// The scatter. Points are dragged, added, selected here; what is marked in the matrix is marked here too.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_points_panel(const Frame& frame);

} // namespace pairscope::app
