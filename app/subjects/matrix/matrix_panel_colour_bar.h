// SPDX-License-Identifier: MIT
// The colour bar under the matrix, with the controls of how values become colours.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

[[nodiscard]] float colour_bar_height(const Frame& frame); ///< [px]
void draw_colour_bar(const Frame& frame);

} // namespace pairscope::app
