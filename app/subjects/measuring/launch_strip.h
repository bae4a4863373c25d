// SPDX-License-Identifier: MIT
// The strip "inside a launch": how busy DRAM, L2 and the multiprocessors are in the course of one launch. Pure
// functions.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/measuring/measuring.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

/// One chart for each launch, below each other, on one axis of time.
[[nodiscard]] std::vector<Chart> launch_drawings(const std::vector<ShownLaunch>& launches);
/// The time at a place of that axis [s].
[[nodiscard]] double seconds_at(const Chart& drawing, double x);

/// What one sentence or two can say about the launch from its samples: when DRAM runs at its full rate, and how many
/// multiprocessors are busy at the end.
[[nodiscard]] std::string launch_sentence(const ShownLaunch& launch);

/// The sample at that time after the beginning of the launch, in figures, and where they come from; empty if there is
/// no sample.
[[nodiscard]] std::string launch_story(const ShownLaunch& launch, double seconds);

} // namespace pairscope::app
