// SPDX-License-Identifier: MIT
// Distances that a file gives: what it holds, and the other way to read it.
#pragma once

#include "app/subjects/data/data_source.h"
#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Says that a file is shown as a distance matrix, or why it is not although it nearly looks like one. A button reads
/// it the other way. Draws nothing for a file that does not look so.
void draw_reading(const Frame& frame);

/// How many rows and columns the example has.
void draw_given_size(const Frame& frame, const VectorSource& source);

} // namespace pairscope::app
