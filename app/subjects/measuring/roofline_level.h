// SPDX-License-Identifier: MIT
// The level of memory that the roofline is drawn for: the one that the user chose, or the one that binds.
#pragma once

#include "app/spine/state.h"
#include "profiling/roofline.h"

namespace pairscope::app {

/// Until the user chooses: that on which the selected variant's run spends most time, by profiling::level_that_binds();
/// DRAM where there is no run.
[[nodiscard]] profiling::MemoryLevel roofline_level(const State& state);

} // namespace pairscope::app
