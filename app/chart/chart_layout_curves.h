// SPDX-License-Identifier: MIT
// The curves of a chart: part of chart_layout.cpp.
#pragma once

#include "app/chart/chart_layout_words.h"

namespace pairscope::app {

void add_curve(Layout& out, const ChartCurve& curve);
/// In the upper left corner, side by side. The axis leaves room for them.
void add_names_of_curves(Layout& out);

} // namespace pairscope::app
