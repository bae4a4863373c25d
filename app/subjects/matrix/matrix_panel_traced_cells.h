// SPDX-License-Identifier: MIT
// Over the picture of the matrix: the cells that a block of the traced kernel has stored to so far, and those of the
// request that is shown.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Nothing where no film of a trace is shown. The corner of the picture is at `origin`.
void draw_traced_cells(const Frame& frame, const HeatmapView& view, Viewport viewport, ImVec2 origin);

} // namespace pairscope::app
