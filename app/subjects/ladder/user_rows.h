// SPDX-License-Identifier: MIT
// The kernels of the user's own as rows of the ladder.
#pragma once

#include "app/subjects/ladder/ladder_rows.h"

#include <functional>

namespace pairscope::app {

/// The row that a variant of the ladder has.
using RowOfVariant = std::function<LadderRow(const KernelVariant&)>;

/// The kernels of the workload of now, or the functions for the CPU; those that name no workload belong to all. Without
/// rows, if there are none.
[[nodiscard]] LadderSection section_of_user(const State& state, Backend backend, const RowOfVariant& base);

} // namespace pairscope::app
