// SPDX-License-Identifier: MIT
// The guided tour in the window: the strip with its card, and the frame around the panel that it speaks of.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Draws nothing while the tour is not shown, or during a presentation.
void draw_tour(const Frame& frame);

} // namespace pairscope::app
