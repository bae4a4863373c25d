// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/roofline_level.h"

#include "app/subjects/recordings/recorded_runs.h"

namespace pairscope::app {

profiling::MemoryLevel roofline_level(const State& state) {
    if (state.look.level) return *state.look.level;
    const auto recorded = recorded_run(state);
    const ShownRun shown = shown_run(state, recorded);
    if (shown.run == nullptr || shown.ceilings == nullptr) return profiling::MemoryLevel::dram;
    return profiling::level_that_binds(*shown.run, *shown.ceilings);
}

} // namespace pairscope::app
