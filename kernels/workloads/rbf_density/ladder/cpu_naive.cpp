// SPDX-License-Identifier: MIT
// This variant is the baseline of the CPU variants.
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/rbf_density/problem.h"

#include <cmath>

namespace pairscope::ladder::rbf_density {
namespace {

void launch(const Run& run) {
    const auto problem = rbf_density_problem(run.problem);
    const auto factor = static_cast<float>(-0.5 / (problem.sigma * problem.sigma));
    for (std::int64_t row = 0; row < problem.n; ++row) {
        if (run.host->stop.stop_requested()) return;
        double sum = 0.0;
        for (std::int64_t col = 0; col < problem.n; ++col) {
            const float dx = problem.points[2 * row] - problem.points[2 * col];
            const float dy = problem.points[2 * row + 1] - problem.points[2 * col + 1];
            sum += std::exp(factor * (dx * dx + dy * dy));
        }
        problem.sums[row] = static_cast<float>(sum);
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

} // namespace

KernelVariant cpu_naive_variant() {
    return {.title = "Double loop, one thread",
            .teaches = "The program follows the definition: for each pair of points it computes one exponential and "
                       "adds it to a sum.",
            .wastes = "It uses one lane of the vector unit and one core.",
            .backend = Backend::cpu,
            .launch = launch,
            .tolerance = rbf_density_tolerance};
}

} // namespace pairscope::ladder::rbf_density
