// SPDX-License-Identifier: MIT
// The scatter plot. Points are dragged, added and selected here. Vectors that are marked in the matrix are marked here,
// too.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_points_panel(const Frame& frame);

} // namespace pairscope::app
