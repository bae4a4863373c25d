// SPDX-License-Identifier: MIT
// Samples, history strip, bars against the first variant.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_time_panel(const Frame& frame);

} // namespace pairscope::app
