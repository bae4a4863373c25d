// SPDX-License-Identifier: MIT
// The source panel: the selected variant's file.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_source_panel(const Frame& frame);

} // namespace pairscope::app
