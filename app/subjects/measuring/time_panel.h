// SPDX-License-Identifier: MIT
// The time panel: samples, the history of pictures, and bars against the first variant.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_time_panel(const Frame& frame);

} // namespace pairscope::app
