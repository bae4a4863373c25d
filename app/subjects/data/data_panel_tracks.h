// SPDX-License-Identifier: MIT
// The row of the data panel that says which columns are the class and the tracks along the matrix.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Draws nothing where the rows come from no file.
void draw_tracks_choice(const Frame& frame);

} // namespace pairscope::app
