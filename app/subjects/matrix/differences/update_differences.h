// SPDX-License-Identifier: MIT
// Looking at differences: the worst entry, and data on which they can be seen.
#pragma once

#include "app/spine/update/update.h"

#include <string_view>

namespace pairscope::app {

/// Nothing where no differences are shown.
void find_worst(State& state);

/// Opens the data of a preset of the workload, selects its variant and shows the signed differences from the
/// reference.
void use_preset(State& state, std::string_view name, Effects& effects);

/// Shows the entries themselves, in their own colours, and says why, if differences are wanted and there can be none:
/// the data of now make a matrix that is too large to store, or the output is no matrix.
void leave_impossible_differences(State& state);

} // namespace pairscope::app
