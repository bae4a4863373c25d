// SPDX-License-Identifier: MIT
// The matrix panel: the picture of the matrix and the tools around it. The entry under the mouse is marked here, in the
// scatter plot and in the list.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_matrix_panel(const Frame& frame);

} // namespace pairscope::app
