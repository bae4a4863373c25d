// SPDX-License-Identifier: MIT
// Times functions for the CPU in rounds, so that a machine which becomes slower is slower for all of them.
#pragma once

#include "app/cli/interrupt.h"
#include "app/cli/reports/rank_report.h"
#include "app/subjects/workshop/trying.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pairscope::cli {

/// A function that is right, and lives in its child.
struct TimedFunction {
    std::string file;
    std::unique_ptr<app::workshop::Try> tried;
};

/// In each round every function runs once, on data that it has not seen, in another order, with the first variant for
/// the CPU before and after it. Fills in times and ratios of their rows; a function that is wrong then loses its
/// verdict. `show` is called before each round.
void time_in_rounds(std::vector<TimedFunction>& functions, std::vector<RankRow>& rows, const Interrupt& interrupt,
                    const std::function<void(int round)>& show);

/// "cpu_naive ran before and after each function of distance_matrix, at n = 1 024." Empty: there is no such variant.
[[nodiscard]] std::string sentence_about_cpu_parent(const WorkloadType& type);

} // namespace pairscope::cli
