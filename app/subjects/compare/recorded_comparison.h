// SPDX-License-Identifier: MIT
// Two runs compared of which a recording has at least one: from their samples, which were not taken in turns. Pure
// functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/compare/compare.h"
#include "profiling/comparing/speed_ratio.h"

#include <optional>
#include <string>

namespace pairscope::app {

struct RecordedComparison {
    const profiling::Measurement* a = nullptr;
    const profiling::Measurement* b = nullptr;
    std::string from_a, from_b;  ///< "NVIDIA H200, n = 30 336, recorded 2026-11-21 by pairscope 0.1.0"
    profiling::SpeedRatio ratio; ///< ratio of the times per pair of points, so that the sizes may differ
};
/// Absent if both are of this session, or if one has no time.
[[nodiscard]] std::optional<RecordedComparison> recorded_comparison(const State& state);

/// The verdict, where both come from, and what that means.
[[nodiscard]] std::string described(const RecordedComparison& comparison);

} // namespace pairscope::app
