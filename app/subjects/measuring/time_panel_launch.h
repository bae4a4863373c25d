// SPDX-License-Identifier: MIT
// What happens inside a launch, as a strip in the Time panel.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// How high it is in a panel of that width [px].
[[nodiscard]] float launch_strip_height(const Frame& frame);
void draw_launch_strip(const Frame& frame);

} // namespace pairscope::app
