// SPDX-License-Identifier: MIT
// What pairscope check tries: sizes, data and blocks at which kernels go wrong.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/verbs/sweep.h"
#include "kernels/ladder/telling_sizes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::cli {

/// One set of data with all variants, targets and block sizes that are to be tried on it.
struct Trial {
    std::string_view kind; ///< "usual", "whole numbers", "needles", or "few blocks": see few_blocks
    LoadedData data;
    SweepOptions sweep;
    bool few_blocks = false;        ///< only some blocks of CUDA variants are simulated, because the data is large
    std::int64_t most_examined = 0; ///< see RunnerOptions
};

struct CheckPlan {
    std::vector<Trial> trials;
    std::string left_out; ///< one sentence: what was not tried, and how to try it; empty: nothing
};

/// `sweep` holds what the user asked for; the plan does not change that. Throws InputError, MemoryError.
[[nodiscard]] CheckPlan plan_of_check(const Data& data, const SweepOptions& sweep, Thoroughness how);

/// Does the plan choose the sizes?
[[nodiscard]] bool asks_for_no_size(const DataOptions& data);

/// For the help: "1, 2, 31, 33, 63, 65 and 1 001".
[[nodiscard]] std::string usual_sizes_text();

} // namespace pairscope::cli
