// SPDX-License-Identifier: MIT
// The panel of matches: filters, lines between two pictures or scatters, and a table.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_matches_panel(const Frame& frame);

} // namespace pairscope::app
