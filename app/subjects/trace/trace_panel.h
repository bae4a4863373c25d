// SPDX-License-Identifier: MIT
// The trace: what the warps of the selected CUDA variant touch, beside the lines of the source that touch it, and one
// warp's request as a picture. All of it is simulated, with or without a GPU.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_trace_panel(const Frame& frame);
/// For while the panel cannot be seen: the film would go on unseen.
void pause_film(const Frame& frame);

} // namespace pairscope::app
