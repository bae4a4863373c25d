// SPDX-License-Identifier: MIT
// The neighbour graph over the scatter.
#pragma once

#include "app/subjects/points/points_panel_scatter.h"

#include <string>

namespace pairscope::app {

/// Draws the edges that are in sight and long enough to be seen.
void draw_graph(const Scatter& scatter, ImDrawList& list);

/// What the graph leaves out, or why there is none, in one sentence; empty if it is drawn as a whole, or not wanted.
[[nodiscard]] std::string graph_note(const State& state);

} // namespace pairscope::app
