// SPDX-License-Identifier: MIT
#include "app/subjects/source/source_actions.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/source/source.h"

namespace pairscope::app {

void add_instructions(ActionList& list, const State& state) {
    const KernelVariant* const variant = selected_variant(state);
    const Reason on_cpu = unless(variant != nullptr && variant->backend == Backend::cuda,
                                 "Only a CUDA variant has instructions of a GPU.");
    const auto add = [&](const char* id, const char* title, CodeKind kind) {
        const bool on = state.source.beside == kind;
        Action& action = list.add(id, title, command::ShowCode{on ? CodeKind::none : kind});
        action.checked = on;
        action.why_not = on_cpu;
    };
    list.add("source.show", "Show the source", command::FocusPanel{"Source"});
    add("source.sass", "SASS beside the source", CodeKind::sass);
    add("source.ptx", "PTX beside the source", CodeKind::ptx);
    list.add("source.sample", "Sample again at which lines warps wait", command::SampleStalls{}).why_not = [&state] {
        return why_no_stalls_again(state);
    };
}

} // namespace pairscope::app
