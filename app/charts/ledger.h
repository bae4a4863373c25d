// SPDX-License-Identifier: MIT
// The one chart that is no plot with axes.
#pragma once

#include "app/charts/plot.h"
#include "profiling/ledger.h"

namespace pairscope::charts {

void draw_ledger(const Sheet& sheet, const Box& box, const profiling::Ledger& ledger);
[[nodiscard]] double height_of(const profiling::Ledger& ledger); ///< that suits it, where it is as wide as usual [px]

} // namespace pairscope::charts
