// SPDX-License-Identifier: MIT
// How the ladder groups the CUDA variants of this workload.
#include "kernels/ladder/ladder_groups.h"

namespace pairscope::workloads {

std::vector<LadderGroup> rbf_pair_groups() {
    return {{.title = "the published layouts",
             .about = "These six kernels were published to compare one kernel with two, and vectors that lie apart "
                      "with vectors that are concatenated or interleaved.",
             .variants = {"two_kernels", "norm2_shared", "concatenated", "interleaved_by_element",
                          "interleaved_by_block", "no_idle_threads"}},
            {.title = "the classic reduction",
             .about = "These seven kernels are the classic steps of a parallel sum. Each one removes one reason for "
                      "which the threads of the one before it wait.",
             .variants = {"reduce_modulo", "reduce_strided_index", "reduce_sequential", "reduce_first_add",
                          "reduce_last_warp", "reduce_unrolled", "reduce_many_per_thread"}}};
}

} // namespace pairscope::workloads
