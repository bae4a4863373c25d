// SPDX-License-Identifier: MIT
// How the ladder groups the CUDA variants of this workload.
#include "kernels/ladder/ladder_groups.h"

namespace pairscope::workloads {

std::vector<LadderGroup> farthest_pair_groups() {
    return {{.title = "four published kernels",
             .about = "These four kernels were published for 60 000 pictures of handwritten digits. Each thread "
                      "compares two pictures byte by byte.",
             .variants = {"pair_per_thread", "packed_atomic", "column_major", "triangular"}}};
}

} // namespace pairscope::workloads
