// SPDX-License-Identifier: MIT
// Marks over the picture of the matrix where the output is wrong.
#pragma once

#include "app/subjects/matrix/wrong_entries.h"
#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Over the picture whose corner is at `origin`. A mark never shrinks below a few pixels, so that a single wrong entry
/// is seen from afar.
void draw_wrong_marks(const Frame& frame, const WrongEntries& entries, const HeatmapView& view, Viewport viewport,
                      ImVec2 origin);

/// How many there are, and the switch that hides the marks: in the line above the picture.
void draw_wrong_switch(const Frame& frame, const WrongEntries& entries);

} // namespace pairscope::app
