// SPDX-License-Identifier: MIT
// The rounds of a comparison as a chart.
#pragma once

#include "app/chart/chart.h"
#include "profiling/comparing/interleaved.h"

namespace pairscope::app {

[[nodiscard]] Chart rounds_drawing(const profiling::Interleaved& found);

} // namespace pairscope::app
