// SPDX-License-Identifier: MIT
// What the hardware counted while the selected variant ran: where its bytes went, what its warps did and waited for.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_counters_panel(const Frame& frame);

} // namespace pairscope::app
