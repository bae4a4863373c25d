// SPDX-License-Identifier: MIT
// The card of the guided tour: a strip above the status line that covers nothing.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// The height of the card in a window of this width [px].
[[nodiscard]] float tour_card_height(const Frame& frame, float width);
/// Draws what is inside the card.
void draw_tour_panel(const Frame& frame);

} // namespace pairscope::app
