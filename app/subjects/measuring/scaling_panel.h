// SPDX-License-Identifier: MIT
// Time against size.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_scaling_panel(const Frame& frame);

} // namespace pairscope::app
