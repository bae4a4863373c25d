// SPDX-License-Identifier: MIT
// Why a mark can stand above a roof, in whole sentences: for its tooltip, and for the panel. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/subjects/measuring/roofline_chart.h"

#include <string>

namespace pairscope::app {

/// Does the mark stand clearly above the roof, by more than 5 %?
[[nodiscard]] bool is_above(const ChartDot& dot, const Roof& roof);
/// Why the mark can stand above this roof, though nothing is faster than its limit.
[[nodiscard]] std::string why_above(const RooflineChart& chart, const ChartDot& dot, const Roof& roof);

/// For the tooltip of a mark: a line for each reason, with the roofs that it explains. Empty if the mark is under all
/// roofs.
[[nodiscard]] std::string excess_story(const RooflineChart& chart, const ChartDot& dot);
/// For the heading of the panel: how many marks beside the selected one stand above the roof that limits them; empty if
/// none does. A run on several threads is not limited by the roofs of one thread.
[[nodiscard]] std::string excess_note(const RooflineChart& chart);

} // namespace pairscope::app
