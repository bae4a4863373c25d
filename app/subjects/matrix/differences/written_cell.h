// SPDX-License-Identifier: MIT
// The pinned or worst entry, computed step by step.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "kernels/ladder/workload.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct WrittenCell {
    Cell cell;
    bool is_worst = false;
    std::string row_name, col_name; ///< labels; empty: there are none
    double expected = 0.0;          ///< in double precision
    std::vector<WrittenOut> forms;  ///< empty: the workload does not write its entries out
};
/// The pinned cell, or else the one with the largest difference. Absent: there is neither.
[[nodiscard]] std::optional<WrittenCell> written_cell(const State& state);

/// "1.5e-07": how far the float32 value of a step is from the exact one, relative; "exact" where it is the same.
[[nodiscard]] std::string off_by(const WrittenStep& step, int digits = 2);

} // namespace pairscope::app
