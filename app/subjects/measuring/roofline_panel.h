// SPDX-License-Identifier: MIT
// The roofline panel: how close each variant comes to the limits of the machine.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_roofline_panel(const Frame& frame);

} // namespace pairscope::app
