// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/matrix.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {

void find_worst(State& state) {
    const auto worst = worst_cell(state);
    if (!worst) return;
    find_cell(state.view, *worst);
    state.view.difference_steps = true;
}

void use_preset(State& state, std::string_view name, Effects& effects) {
    const WorkloadType& type = current_type(state);
    const auto preset = std::ranges::find(type.presets, name, &Preset::name);
    if (preset == type.presets.end()) return;
    set_source(state, VectorSource{.a = {}, .b = {}, .n = {}, .m = {}, .preset = std::string(name)}, effects);
    select_variant(state, fmt::format("{}/{}", type.id, preset->variant), effects);
    (void)update(state, command::ShowContent{MatrixContent::difference});
}

void leave_impossible_differences(State& state) {
    if (state.view.content == MatrixContent::values) return;
    const std::string reason = why_no_differences(state);
    if (reason.empty()) return;
    show_content(state.view, {MatrixContent::values});
    notify(state, Severity::info, "The matrix shows its values again. " + reason);
}

namespace command {

void carry_out(const FindWorst&, State& state, Effects&) {
    find_worst(state);
    focus_panel(state.look, "Differences"); // it writes the entry out
}
void carry_out(const ShowDifferencePart& c, State& state, Effects&) { state.view.difference_steps = c.steps; }
void carry_out(const UsePreset& c, State& state, Effects& effects) { use_preset(state, c.name, effects); }

} // namespace command

} // namespace pairscope::app
