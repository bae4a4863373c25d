// SPDX-License-Identifier: MIT
// Which of two variants is faster, really? One sentence with an interval, the rounds it comes from, and both sources.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_compare_panel(const Frame& frame);

} // namespace pairscope::app
