// SPDX-License-Identifier: MIT
// Looking at differences: the worst entry, and data on which they can be seen.
#pragma once

#include "app/state/update/update.h"

#include <string_view>

namespace pairscope::app {

/// Nothing where no differences are shown.
void find_worst(State& state);

/// Opens the data of a preset of the workload, selects its variant and shows the signed differences from the
/// reference.
void use_preset(State& state, std::string_view name, Effects& effects);

} // namespace pairscope::app
