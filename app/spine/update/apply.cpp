// SPDX-License-Identifier: MIT
#include "app/spine/commands.h"
#include "app/spine/update/update.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/tour/tour_steps.h"

namespace pairscope::app {

void apply(State& state, const Event& event) {
    const std::uint64_t revision = state.data.revision;
    std::visit(
        [&](const auto& what) {
            if (event.failure)
                take_failure(what, *event.failure, state);
            else
                take(what, state);
        },
        event.what);
    observe_event(state);
    if (state.data.revision == revision) return;
    leave_impossible_differences(state);
    settle_all(state, Topic::points);
}

} // namespace pairscope::app
