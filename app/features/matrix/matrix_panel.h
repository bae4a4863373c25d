// SPDX-License-Identifier: MIT
// The matrix: a picture first, its tools around it. What is under the mouse is marked here, in the scatter and in the
// list.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_matrix_panel(const Frame& frame);

} // namespace pairscope::app
