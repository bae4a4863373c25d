// SPDX-License-Identifier: MIT
// The parts of the panel, from top to bottom.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Goes to the worst entry. Nothing where no differences are shown.
void draw_worst_button(const Frame& frame);
/// Nothing where no differences are shown.
void draw_difference_figures(const Frame& frame);
/// Nothing where no cell is pinned and none is the worst.
/// The form with the largest error stands first where the panel has no room for all.
void draw_written_cell(const Frame& frame, bool worst_first);

} // namespace pairscope::app
