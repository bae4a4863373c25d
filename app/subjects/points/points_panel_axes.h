// SPDX-License-Identifier: MIT
// The rows above the scatter: the choice of its axes, and the legend of two sets.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Nothing where the vectors have at most two coordinates.
void draw_axes_menu(const Frame& frame);
/// Nothing where there is one set.
void draw_sets_legend(const Frame& frame);
/// The colours of the labels where the vectors are coloured by them; else nothing.
void draw_labels_legend(const Frame& frame);

} // namespace pairscope::app
