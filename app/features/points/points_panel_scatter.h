// SPDX-License-Identifier: MIT
// The inside of the points panel: what the mouse does there, and the drawing.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

/// The scatter of this frame. The toolkit's last item is its ground.
struct Scatter {
    const Frame& frame;
    const Dataset& data;
    ScatterPlace place;
    ImVec2 origin; ///< top left corner on the screen
    ImVec2 size;
};

/// Hovering marks a row, dragging a point moves it, a double-click adds one, a drag from an empty place selects; the
/// wheel zooms around the cursor, the right or the middle button pans, a double right-click fits.
void act_on(const Scatter& scatter);

void draw(const Scatter& scatter);

/// What is being dragged here; transient, kept by the toolkit's window.
struct ScatterDrag {
    std::int64_t row = -1; ///< of the grabbed point; -1: none
    bool moved = false;    ///< beyond the few pixels of an unsteady hand
    bool boxing = false;   ///< a box from `start` to the mouse
    ImVec2 start;          ///< relative to the origin
};
[[nodiscard]] ScatterDrag drag_of(const Scatter& scatter);

} // namespace pairscope::app
