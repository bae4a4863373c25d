// SPDX-License-Identifier: MIT
// How the ladder groups the CUDA variants of this workload.
#include "kernels/ladder/ladder_groups.h"

namespace pairscope::workloads {

std::vector<LadderGroup> cross_distance_groups() {
    return {{.title = "five published kernels",
             .about = "These five kernels were published for image descriptors. They compute every distance directly, "
                      "and differ in how the vectors reach the threads.",
             .variants = {"one_per_thread", "transposed_input", "shared", "shared_transposed", "register_tile"}}};
}

} // namespace pairscope::workloads
