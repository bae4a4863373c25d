// SPDX-License-Identifier: MIT
// The definition as three loops, which compute one entry after the other on one thread. The loops are in
// kernels/metrics/naive.h, and the formulas are in kernels/metrics/formulas.h.
//
// Still wasted: each step waits for the one before it, and only one lane of the vector unit and one core work. For
// cosine distances the lengths of both vectors are computed again for each pair.
#include "kernels/metrics/naive.h"
#include "kernels/workloads/metric_distances/ladder.h"

namespace pairscope::ladder::metric_distances {

std::vector<KernelVariant> cpu_naive_variants() {
    return pairscope::metric_distances::for_each_metric([]<class Formula>(Formula, const auto& entry) {
        return KernelVariant{
            .title = "Three loops, one thread",
            .teaches = entry.naive_teaches,
            .wastes = "Each step waits for the one before it, and one lane of one core does all of the work.",
            .backend = Backend::cpu,
            .launch = metrics::run_naive<Formula>};
    });
}

} // namespace pairscope::ladder::metric_distances
