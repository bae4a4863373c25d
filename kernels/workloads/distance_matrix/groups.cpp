// SPDX-License-Identifier: MIT
// How the ladder groups the CUDA variants of this workload.
#include "kernels/ladder/ladder_groups.h"

namespace pairscope::workloads {

std::vector<LadderGroup> distance_matrix_groups() {
    return {{.title = "six published kernels",
             .about =
                 "These six kernels were published as one ladder, and their faults are kept on purpose. Each variant "
                 "removes one fault of the variant before it, or shows that a usual remedy does not help here.",
             .variants = {"row_per_thread", "coalesced", "shared_tile", "no_division", "pipeline_dynamic",
                          "pipeline_static"}}};
}

} // namespace pairscope::workloads
