// SPDX-License-Identifier: MIT
// The ladder panel: the variants, their bars, and the lesson of the selected variant.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_ladder_panel(const Frame& frame);

} // namespace pairscope::app
