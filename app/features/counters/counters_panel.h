// SPDX-License-Identifier: MIT
// The hardware counters of the selected variant: where its bytes went, which instructions its warps executed, and what
// they waited for.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_counters_panel(const Frame& frame);

} // namespace pairscope::app
