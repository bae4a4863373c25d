// SPDX-License-Identifier: MIT
#include "app/spine/update/update.h"

#include "app/spine/saving.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/undo.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/matrix.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/tour/tour_steps.h"
#include "app/subjects/trace/trace.h"

#include <algorithm>

namespace pairscope::app {
namespace {

/// Changes of the view become steps of undo, whatever command made them. Where the data changed, its step has the view.
void remember_view_before(State& state, const ViewSnapshot& before, const Command& command) {
    ViewChange change{.command = command.kind()};
    if (const auto* c = command.as<command::SetView>()) change.gesture = c->gesture;
    if (const auto* c = command.as<command::SetScatter>()) change.gesture = c->gesture;
    if (const auto* c = command.as<command::PinCell>()) change.gesture = c->gesture;
    if (const auto* c = command.as<command::OrderMatrix>()) change.gesture = c->gesture;
    change.comes_often = command.is<command::SetView, command::SetScatter, command::SetColours, command::SetCoordinates,
                                    command::StepRow, command::StepRank>();
    remember_view(state, before, change);
}

} // namespace

Effects update(State& state, const Command& command) {
    Effects effects;
    const ViewSnapshot view = view_snapshot(state);
    const std::uint64_t revision = state.data.revision;
    const Workload workload = current_workload(state);
    command.carry_out_in(state, effects);
    keep_open_files(state, effects);
    observe_command(state, command);
    const bool steps = command.is<command::Undo, command::Redo>();
    if (state.data.revision == revision && !steps) remember_view_before(state, view, command);
    if (state.data.revision != revision) {
        leave_impossible_differences(state);
        effects.cancel_measurements = true;
        settle_all(state, Topic::points);
        settle_all(state, Topic::picture);
    }
    if (current_workload(state) != workload) start_trace_anew(state.trace);
    use_kept_traces(state);
    return effects;
}

void apply(State& state, const Event& event) {
    const std::uint64_t revision = state.data.revision;
    event.what.take_in(state, event.failure ? &*event.failure : nullptr);
    observe_event(state);
    use_kept_traces(state);
    if (state.data.revision == revision) return;
    leave_impossible_differences(state);
    settle_all(state, Topic::points);
}

} // namespace pairscope::app
