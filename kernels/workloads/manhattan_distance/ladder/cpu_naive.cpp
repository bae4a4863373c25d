// SPDX-License-Identifier: MIT
// The definition as three loops, which compute one entry after the other on one thread. The loops are in
// kernels/metrics/naive.h, and the formula is in kernels/metrics/formulas.h.
//
// Still wasted: each step waits for the one before it, and only one lane of the vector unit and one core work.
#include "kernels/metrics/naive.h"

namespace pairscope::ladder::manhattan_distance {

KernelVariant cpu_naive_variant() {
    return {.title = "Three loops, one thread",
            .teaches = "The program follows the definition: for each pair of vectors it adds up the absolute "
                       "differences of their coordinates.",
            .wastes = "Each step waits for the one before it, and one lane of one core does all of the work.",
            .backend = Backend::cpu,
            .launch = metrics::run_naive<metrics::Manhattan>};
}

} // namespace pairscope::ladder::manhattan_distance
