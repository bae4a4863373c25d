// SPDX-License-Identifier: MIT
// Charts on paper: Cairo draws their axes, and what lies between them.
#pragma once

#include "app/paper/plot.h"

#include <span>

namespace pairscope::charts {

/// Into the box that heading and foot leave. Returns the area between the axes. Throws InputError if there is hardly
/// any room.
Box draw_chart(const Sheet& sheet, const Box& box, const app::Chart& chart);

/// Draws charts of one horizontal axis like draw_chart(), below each other and equally high.
void draw_charts(const Sheet& sheet, const Box& box, std::span<const app::Chart> charts);

} // namespace pairscope::charts
