// SPDX-License-Identifier: MIT
// The parts of the Nearest panel.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// The nearest vectors of the marked row, and the farthest one.
void draw_neighbour_list(const Frame& frame);
/// The distances of the marked row, by column and sorted.
void draw_row_chart(const Frame& frame);
/// How far all vectors are from their nearest neighbours, and the radius.
void draw_neighbour_histogram(const Frame& frame);
/// The pairs that were pinned.
void draw_pinned_pairs(const Frame& frame);

/// Marks the cell while the mouse is on it in this panel, and takes the mark away when it is not.
void mark_in_panel(const Frame& frame, std::optional<Cell> cell);

} // namespace pairscope::app
