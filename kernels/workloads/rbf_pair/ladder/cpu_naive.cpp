// SPDX-License-Identifier: MIT
// Differences and squares are float32, as on a GPU, but their sum is double. Each of 2^27 coordinates adds 2^-27 to a
// squared distance of 1, and a float32 sum of such terms stops growing at 0.125.
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/rbf_pair/problem.h"

#include <algorithm>
#include <cmath>

namespace pairscope::ladder::rbf_pair {
namespace {

constexpr std::int64_t between_looks = 1 << 20; // coordinates, which take about a millisecond

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    double sum = 0.0;
    for (std::int64_t first = 0; first < problem.n; first += between_looks) {
        if (run.host->stop.stop_requested()) return;
        for (std::int64_t i = first; i < std::min(first + between_looks, problem.n); ++i) {
            const float d = problem.x[i] - problem.y[i];
            sum += d * d;
        }
    }
    *problem.value = std::exp(problem.factor * sum);
    if (run.host->rows_done != nullptr) ++*run.host->rows_done;
}

} // namespace

KernelVariant cpu_naive_variant() {
    return {.title = "One loop, one thread",
            .teaches = "The program follows the definition: for each coordinate it computes a difference and its "
                       "square, and adds it to the sum.",
            .wastes = "Each addition waits for the one before it, on one lane of one core.",
            .backend = Backend::cpu,
            .launch = launch,
            .tolerance = 2e-7}; // the sum is double: 3 roundings per square, 3 times 2^-24
}

} // namespace pairscope::ladder::rbf_pair
