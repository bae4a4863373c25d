// SPDX-License-Identifier: MIT
// The order of the matrix: its menu in the caption.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_order_menu(const Frame& frame);

} // namespace pairscope::app
