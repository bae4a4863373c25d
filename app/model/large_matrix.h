// SPDX-License-Identifier: MIT
// Beside a large matrix there is no second one: the one on the screen goes before a run needs the memory.
#pragma once

#include "app/model/jobs.h"

namespace pairscope::app {

/// A matrix of which two would be too many: one takes more than 128 MiB.
[[nodiscard]] bool is_large(MatrixShape shape);

/// Does the job need a matrix in host memory to write to?
[[nodiscard]] bool writes_host_matrix(const Job& job);

} // namespace pairscope::app
