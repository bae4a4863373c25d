// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"
#include "app/subjects/measuring/measuring.h"
#include "app/subjects/recordings/recordings.h"

namespace pairscope::app {

profiling::MemoryLevel roofline_level(const State& state) {
    if (state.look.level) return *state.look.level;
    const auto recorded = recorded_run(state);
    const ShownRun shown = shown_run(state, recorded);
    if (shown.run == nullptr || shown.ceilings == nullptr) return profiling::MemoryLevel::dram;
    return profiling::level_that_binds(*shown.run, *shown.ceilings);
}

namespace command {

void carry_out(const SetMemoryLevel& c, State& state, Effects&) { state.look.level = c.level; }
void carry_out(const SetWorkUnit& c, State& state, Effects&) { state.look.unit = c.unit; }

} // namespace command

} // namespace pairscope::app
