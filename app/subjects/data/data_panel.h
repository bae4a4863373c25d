// SPDX-License-Identifier: MIT
// The data panel: the source, the number of points, and the settings of the source.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_data_panel(const Frame& frame);

} // namespace pairscope::app
