// SPDX-License-Identifier: MIT
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// The two vectors of a found pair, side by side with their difference, where they are pictures; else nothing.
void draw_pair_of_pictures(const Frame& frame, const FoundPair& pair);

} // namespace pairscope::app
