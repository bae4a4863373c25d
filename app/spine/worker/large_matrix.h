// SPDX-License-Identifier: MIT
// There is room for only one large matrix: the one on the screen is freed before a run needs the memory.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"

namespace pairscope::app {

/// A matrix of which two would be too many: one takes more than 128 MiB.
[[nodiscard]] bool is_large(MatrixShape shape);

/// Does the job need as much host memory as a matrix, to write one or to measure the ceilings of the CPU?
[[nodiscard]] bool needs_host_memory(const Job& job);

} // namespace pairscope::app
