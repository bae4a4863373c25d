// SPDX-License-Identifier: MIT
// The guided tour in the window: a card in a strip above the status line that covers nothing, and a frame around the
// panel that it speaks of.
#pragma once

#include "app/window/widgets/frame.h"

#include <functional>
#include <optional>
#include <string_view>

struct ImRect;

namespace pairscope::app {

/// Where a panel of this name is on the screen [px], or its tab where another panel is in front of it. Absent: neither
/// is shown.
using PlaceOfPanel = std::function<std::optional<ImRect>(std::string_view name)>;

/// Draws nothing while the tour is not shown, or during a presentation.
void draw_tour_panel(const Frame& frame, const PlaceOfPanel& place_of);

} // namespace pairscope::app
