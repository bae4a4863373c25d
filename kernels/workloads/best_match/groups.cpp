// SPDX-License-Identifier: MIT
// How the ladder groups the CUDA variants of this workload.
#include "kernels/ladder/ladder_groups.h"

namespace pairscope::workloads {

std::vector<LadderGroup> best_match_groups() {
    return {{.title = "eight published kernels",
             .about = "These eight kernels were published as one ladder. They keep the best two candidates while they "
                      "compute the scores, and differ in how the vectors reach the threads.",
             .variants = {"one_row_per_thread", "shared_buffers", "padded", "float4_loads", "four_matches",
                          "registers_keep_best", "wide_window", "two_features"}}};
}

} // namespace pairscope::workloads
