// SPDX-License-Identifier: MIT
// The loops of searches, as a run is controlled.
#pragma once

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/engine.h"

#include <cstdint>

namespace pairscope::neighbours {

/// Searches that a thread makes before it looks whether to stop.
inline constexpr std::int64_t searches_of_step = 256;

/// `step` rows are handed to a thread at once.
[[nodiscard]] inline cpu::RowLoop loop_over(std::int64_t rows, std::int64_t step, const RunControl& control) {
    return {.rows = rows,
            .step = step,
            .threads = cpu::threads_to_use(control.threads),
            .stop = control.stop,
            .rows_done = control.rows_done};
}

} // namespace pairscope::neighbours
