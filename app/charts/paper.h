// SPDX-License-Identifier: MIT
// Charts on paper: Cairo draws their axes, and what lies between them.
#pragma once

#include "app/charts/plot.h"

namespace pairscope::charts {

/// Into the box that heading and foot leave. Throws InputError if there is hardly any.
void draw_chart(const Sheet& sheet, const Box& box, const app::Chart& chart);

} // namespace pairscope::charts
