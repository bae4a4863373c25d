// SPDX-License-Identifier: MIT
// The scatter plot, where points are dragged, added and selected. Vectors marked in the matrix are marked here.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_points_panel(const Frame& frame);

} // namespace pairscope::app
