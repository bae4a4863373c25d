// SPDX-License-Identifier: MIT
// The Nearest panel: the nearest neighbours of the marked row, found from the vectors.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_neighbours_panel(const Frame& frame);

} // namespace pairscope::app
