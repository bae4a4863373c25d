// SPDX-License-Identifier: MIT
// The heading of the ladder: what its bars show, and where the runs write whose figures it has.
#pragma once

#include "app/subjects/ladder/ladder_rows.h"
#include "app/window/widgets/frame.h"

#include <vector>

namespace pairscope::app {

void draw_ladder_heading(const Frame& frame, const std::vector<LadderSection>& sections);

} // namespace pairscope::app
