// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/user_rows.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <algorithm>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

/// "right, store efficiency 100 %"
std::string right_and_efficient(const LadderRow& row) {
    if (row.used_of_stores) return fmt::format("right, store efficiency {}", percent_text(*row.used_of_stores));
    if (row.used_of_loads) return fmt::format("right, load efficiency {}", percent_text(*row.used_of_loads));
    return "right";
}

/// What is said of a kernel of the user's own comes from its latest try. Its variant is the last version that ran.
LadderRow row_of(const State& state, const OwnKernel& kernel, const RowOfVariant& base) {
    const KernelVariant* const variant = find_own_variant(kernel.id);
    LadderRow row =
        variant == nullptr ? LadderRow{.id = kernel.id, .name = {}, .backend = Backend::cuda} : base(*variant);
    row.name = short_name(kernel.id);
    row.lesson = kind_of_told(kernel) == Told::wrong ? std::string() : told_of(kernel);
    row.word = verdict_of(kernel);
    row.waste.clear();
    const Told told = kind_of_told(kernel);
    if (told == Told::right && row.state != RowState::failed) { // as it was checked with the data of now
        if (row.state == RowState::simulated && row.checked) row.word = right_and_efficient(row);
        return row;
    }
    row.checked = false;
    row.verdict = told_of(kernel);
    row.reason = told == Told::nothing ? "It was not tried yet." : told == Told::wrong ? told_of(kernel) : "";
    row.state = told == Told::wrong ? RowState::failed : RowState::waiting;
    row.judged = told == Told::wrong ? judged_in(kernel) : std::string_view();
    if (is_in_progress(kernel)) row.state = RowState::measuring;
    row.progress = kernel.stage == TryStage::checking && kernel.report.planned > 0
                       ? state.run.activity ? std::clamp(state.run.activity->share, 0.0, 1.0) : 0.0
                       : 0.0;
    return row;
}

} // namespace

LadderSection section_of_user(const State& state, const RowOfVariant& base) {
    LadderSection section{.backend = Backend::cuda,
                          .device = {},
                          .of_user = true,
                          .title = "your kernels, simulated on this CPU",
                          .facts = {},
                          .reason = {},
                          .n = current_workload(state).rows,
                          .rows = {}};
    for (const OwnKernel& kernel : state.workshop.kernels)
        if (kernel.workload.empty() || kernel.workload == current_type(state).id)
            section.rows.push_back(row_of(state, kernel, base));
    return section;
}

} // namespace pairscope::app
