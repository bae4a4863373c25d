// SPDX-License-Identifier: MIT
// Differences: what the heatmap compares, what the entries add up to, and the worst one written out.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_differences_panel(const Frame& frame);

} // namespace pairscope::app
