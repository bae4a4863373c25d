// SPDX-License-Identifier: MIT
// The byte ledger as a chart of bars.
#pragma once

#include "app/chart/chart.h"
#include "profiling/ledger.h"

namespace pairscope::app {

/// What is counted is filled, what is predicted or simulated is an outline; the rest has words in place of a bar.
[[nodiscard]] Chart ledger_drawing(const profiling::Ledger& ledger);

} // namespace pairscope::app
