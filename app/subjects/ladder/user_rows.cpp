// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/user_rows.h"

#include "app/spine/state_queries.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

Backend backend_of(const OwnKernel& kernel) { return kernel.path.extension() == ".cpp" ? Backend::cpu : Backend::cuda; }

/// What is said of a kernel of the user's own comes from its latest try. Its variant is the last version that ran.
LadderRow row_of(const State& state, const OwnKernel& kernel, const RowOfVariant& base) {
    const KernelVariant* const variant = find_own_variant(kernel.id);
    LadderRow row =
        variant == nullptr ? LadderRow{.id = kernel.id, .name = {}, .backend = backend_of(kernel)} : base(*variant);
    row.name = short_name(kernel.id);
    const Told told = kind_of_told(kernel);
    const std::string sentences = told_of(kernel);
    row.lesson = told == Told::wrong ? std::string() : sentences;
    row.word = verdict_of(kernel);
    row.waste.clear();
    if (told == Told::right && row.state != RowState::failed) { // as it was checked with the data of now
        if (row.state == RowState::simulated && row.checked) {
            const std::string efficiency = efficiency_text(row);
            row.word = efficiency.empty() ? "right" : "right, " + efficiency;
        }
        return row;
    }
    if (row.state == RowState::measured && may_be_timed(kernel)) return row; // while the full check goes on
    row.checked = false;
    row.verdict = sentences;
    row.reason = told == Told::nothing ? "It was not tried yet." : told == Told::wrong ? sentences : "";
    row.state = told == Told::wrong ? RowState::failed : RowState::waiting;
    row.judged = told == Told::wrong ? judged_in(kernel) : std::string_view();
    if (is_in_progress(kernel)) row.state = RowState::measuring;
    row.progress = 0.0;
    if (kernel.stage == TryStage::checking && state.run.activity)
        row.progress = std::clamp(state.run.activity->share, 0.0, 1.0);
    return row;
}

} // namespace

LadderSection section_of_user(const State& state, Backend backend, const RowOfVariant& base) {
    LadderSection section{.backend = backend,
                          .device = {},
                          .of_user = true,
                          .title = backend == Backend::cpu ? "your functions, on this CPU"
                                                           : "your kernels, simulated on this CPU",
                          .facts = {},
                          .reason = {},
                          .n = current_workload(state).rows,
                          .rows = {}};
    if (const Device* const gpu = chosen_gpu(state.run); gpu != nullptr && backend == Backend::cuda)
        section.title = fmt::format("your kernels, on {}", gpu->name);
    for (const OwnKernel& kernel : state.workshop.kernels)
        if (backend_of(kernel) == backend && (kernel.workload.empty() || kernel.workload == current_type(state).id))
            section.rows.push_back(row_of(state, kernel, base));
    return section;
}

} // namespace pairscope::app
