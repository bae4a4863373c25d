// SPDX-License-Identifier: MIT
// Marks on the entries of the marked row's nearest neighbours and its farthest one.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_neighbour_marks(const Frame& frame, const HeatmapView& view, Viewport viewport, ImVec2 origin);

} // namespace pairscope::app
