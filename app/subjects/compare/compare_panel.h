// SPDX-License-Identifier: MIT
// Which of two variants is faster, really? One sentence with an interval, the rounds it comes from, the
// quantities that explain it, and both sources.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_compare_panel(const Frame& frame);
/// Both sources, as wide as the window.
void draw_sources_dialog(const Frame& frame);

} // namespace pairscope::app
