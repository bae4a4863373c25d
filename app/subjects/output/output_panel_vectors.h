// SPDX-License-Identifier: MIT
// The charts of two vectors below the output: part of output_panel.cpp.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// In the rest of the panel. Nothing where the workload does not ask about two vectors.
void draw_vectors(const Frame& frame);

} // namespace pairscope::app
