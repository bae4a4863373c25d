// SPDX-License-Identifier: MIT
// The Output panel, for an output that is one number, one pair, or a value for each vector.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_answer_panel(const Frame& frame);

} // namespace pairscope::app
