// SPDX-License-Identifier: MIT
// Adds to cpu_sum: every distance is computed once. Still wastes: it uses one core. A variant of another workload has
// the same short name.
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/variant.h"

#include <cmath>

namespace pairscope::ladder::distance_sum {
namespace {

void launch(const Run& run) {
    const Input& set = run.problem.a;
    double half = 0.0;
    for (std::int64_t i = 0; i < set.rows && !run.host->stop.stop_requested(); ++i) {
        for (std::int64_t j = 0; j < i; ++j) {
            float sum = 0.0f;
            for (std::int64_t k = 0; k < set.dims; ++k) {
                const float d = set.floats()[i * set.pitch + k] - set.floats()[j * set.pitch + k];
                sum += d * d;
            }
            half += std::sqrt(sum);
        }
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
    *scalar_out(run.problem) = 2.0 * half;
}

} // namespace

KernelVariant cpu_blocked_variant() {
    return {.title = "Half of the pairs",
            .teaches = "The distance of a pair is the same in both directions.",
            .wastes = "It uses one core.",
            .parent = "distance_sum/cpu_sum",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_sum
