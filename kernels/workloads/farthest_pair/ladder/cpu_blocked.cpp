// SPDX-License-Identifier: MIT
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/farthest_pair/best.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <algorithm>

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr int bytes_of_group = 12 * 1024; // two of them leave room in a first-level cache of 32 KiB

std::uint32_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, int dims) {
    std::uint32_t sum = 0;
    for (int k = 0; k < dims; ++k) {
        const int difference = x[k] - y[k];
        sum += static_cast<std::uint32_t>(difference * difference);
    }
    return sum;
}

/// The best pair that has one row in each group, with the second row after the first one.
FoundPair best_of_square(const FarthestPairProblem& problem, int first_i, int first_j, int group) {
    FoundPair best = farthest::no_pair;
    for (int i = first_i; i < std::min(first_i + group, problem.n); ++i)
        for (int j = std::max(first_j, i + 1); j < std::min(first_j + group, problem.n); ++j) {
            const FoundPair pair{i, j,
                                 double(squared_distance(problem.data + i * problem.pitch,
                                                         problem.data + j * problem.pitch, problem.dims))};
            if (farthest::wins_over(pair, best)) best = pair;
        }
    return best;
}

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const int group = std::max(bytes_of_group / problem.dims, 1);
    FoundPair best = farthest::no_pair;
    for (int i = 0; i < problem.n; i += group) {
        for (int j = i; j < problem.n; j += group) {
            if (run.host->stop.stop_requested()) return;
            const FoundPair pair = best_of_square(problem, i, j, group);
            if (farthest::wins_over(pair, best)) best = pair;
        }
        if (run.host->rows_done != nullptr) *run.host->rows_done += std::min(group, problem.n - i);
    }
    *problem.pair = best;
}

} // namespace

KernelVariant cpu_blocked_variant() {
    return {.title = "Squares of pairs that fit into the cache",
            .teaches =
                "Rows that stay in the first-level cache are compared with many other rows before they leave it.",
            .wastes = "It uses one lane of one core.",
            .parent = "farthest_pair/cpu_naive",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
