// SPDX-License-Identifier: MIT
#include "app/state/update/update_differences.h"

#include "app/state/differences.h"
#include "app/state/state_queries.h"
#include "app/state/update/update_points.h"
#include "app/state/update/update_runs.h"
#include "app/state/update/update_view.h"

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

} // namespace pairscope::app
