// SPDX-License-Identifier: MIT
// The panel of an answer that is no matrix: one number, one pair, or the matches of each vector.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_answer_panel(const Frame& frame);

} // namespace pairscope::app
