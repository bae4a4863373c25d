// SPDX-License-Identifier: MIT
// The row of the data panel that says where the points come from.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_source_menu(const Frame& frame);

} // namespace pairscope::app
