// SPDX-License-Identifier: MIT
// The hardware counters of the selected variant: where its bytes went, and what its warps did and waited for.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_counters_panel(const Frame& frame);

} // namespace pairscope::app
