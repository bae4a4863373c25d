// SPDX-License-Identifier: MIT
// The parts of the panel of matches. Each returns the match under the mouse, if there is one in it.
#pragma once

#include "app/window/widgets/frame.h"

#include <optional>

namespace pairscope::app {

/// The two pictures that the features are of, or else both sets as scatters, side by side in a box of this height, and
/// a line for each match that is shown.
[[nodiscard]] std::optional<Cell> draw_match_lines(const Frame& frame, float height);
/// Are there such pictures, or can the vectors be drawn as scatters?
[[nodiscard]] bool can_draw_match_lines(const State& state);
/// How high the box is that has room for them in this width [px].
[[nodiscard]] float wanted_height_of_lines(const Frame& frame, float width);

/// The table of the matches that are shown.
[[nodiscard]] std::optional<Cell> draw_match_table(const Frame& frame);

} // namespace pairscope::app
