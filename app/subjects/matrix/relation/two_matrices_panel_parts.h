// SPDX-License-Identifier: MIT
// The parts of the panel, from top to bottom.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// The choice of views, the pictures, their colour bars, and what is known of the two.
void draw_two(const Frame& frame, const TwoMatrices& two);

} // namespace pairscope::app
