// SPDX-License-Identifier: MIT
#include "app/spine/pulse.h"

#include "app/spine/commands.h"
#include "app/spine/schedule.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

std::string_view word_for(TaskKind kind) {
    switch (kind) {
    case TaskKind::checking:
    case TaskKind::warming_up:
    case TaskKind::timing:
    case TaskKind::flushing_and_timing:
    case TaskKind::comparing:
    case TaskKind::measuring_ceilings:
        return "measuring";
    case TaskKind::counting:
    case TaskKind::sampling:
    case TaskKind::sampling_stalls:
        return "counting";
    case TaskKind::reading_code:
        return "disassembling";
    case TaskKind::tracing:
        return "tracing";
    case TaskKind::simulating:
        return "simulating";
    case TaskKind::trying_kernel:
        return "compiling";
    case TaskKind::checking_kernel:
        return "checking";
    case TaskKind::computing:
    case TaskKind::ordering:
    case TaskKind::joining_matrices:
    case TaskKind::measuring_clusters:
    case TaskKind::matching_backward:
    case TaskKind::reducing_vectors:
    case TaskKind::looking_closer:
    case TaskKind::finding_neighbours:
    case TaskKind::counting_pairs:
        return "computing";
    case TaskKind::asking_for_counters:
    case TaskKind::opening:
    case TaskKind::reading:
        return "reading";
    case TaskKind::writing:
        return "saving";
    case TaskKind::not_stopping:
        return "not stopping";
    }
    return "";
}

} // namespace

std::string pulse_text(const State& state) {
    const double rate = state.look.frames_per_second;
    if (rate > 0.0) return fmt::format("{:.0f} fps", rate);
    if (state.run.activity) return std::string(word_for(state.run.activity->task.kind));
    if (state.data.loading) return "reading";
    return settled(state) ? "idle" : "about to measure";
}

std::string pulse_meaning(const State& state) {
    if (state.look.frames_per_second > 0.0)
        return "The number of frames per second while something moves. When nothing changes, nothing is drawn.";
    if (state.run.activity)
        return fmt::format("{}. The status line below shows the progress, and Esc stops the work.",
                           describe(state.run.activity->task));
    if (settled(state)) return "Nothing is left to do, so nothing is computed and nothing is drawn.";
    return "A measurement begins as soon as the data has not changed for a moment.";
}

} // namespace pairscope::app
