// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/ladder/variant.h"

#include <cmath>

namespace pairscope::ladder::distance_sum {
namespace {

void launch(const Run& run) {
    const Input& set = run.problem.a;
    double total = 0.0;
    for (std::int64_t i = 0; i < set.rows && !run.host->stop.stop_requested(); ++i) {
        for (std::int64_t j = 0; j < set.rows; ++j) {
            float sum = 0.0f;
            for (std::int64_t k = 0; k < set.dims; ++k) {
                const float d = set.floats()[i * set.pitch + k] - set.floats()[j * set.pitch + k];
                sum += d * d;
            }
            total += std::sqrt(sum);
        }
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
    *scalar_out(run.problem) = total;
}

} // namespace

KernelVariant cpu_sum_variant() {
    return {.title = "One sum",
            .teaches = "Every pair adds to one number.",
            .wastes = "It uses one core, and computes every distance twice.",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::distance_sum
