// SPDX-License-Identifier: MIT
// The variants, their bars, the lesson.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_ladder_panel(const Frame& frame);

} // namespace pairscope::app
