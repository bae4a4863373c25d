// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <algorithm>

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr std::int64_t between_looks = 1 << 24; // bytes, which take about 20 milliseconds

std::uint32_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, int dims) {
    std::uint32_t sum = 0;
    for (int k = 0; k < dims; ++k) {
        const int difference = x[k] - y[k];
        sum += static_cast<std::uint32_t>(difference * difference);
    }
    return sum;
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const int partners = static_cast<int>(std::max<std::int64_t>(between_looks / problem.dims, 1));
    FoundPair best = farthest::no_pair;
    for (int i = 0; i < problem.n; ++i) {
        for (int from = i + 1; from < problem.n; from += partners) {
            if (run.host->stop.stop_requested()) return;
            for (int j = from; j < std::min(from + partners, problem.n); ++j) {
                const FoundPair pair{i, j,
                                     double(squared_distance(problem.data + i * problem.pitch,
                                                             problem.data + j * problem.pitch, problem.dims))};
                if (farthest::wins_over(pair, best)) best = pair;
            }
        }
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
    *problem.pair = best;
}

} // namespace

KernelVariant cpu_naive_variant() {
    return {.title = "Three loops, one thread",
            .teaches = "The program follows the definition: it adds up the squared differences of the coordinates of "
                       "each pair of rows.",
            .wastes = "Every row is loaded from memory again for each other row, and only one lane of one core works.",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
