// SPDX-License-Identifier: MIT
// The vectors are copied into panels, in which each lane holds a different vector, so nothing is added across lanes. A
// register of a panel that is loaded serves six rows, and a row that is loaded serves four registers.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/farthest_pair/panels.h"

#include <algorithm>

namespace pairscope::ladder::farthest_pair {
namespace {

constexpr std::int64_t groups_of_block = 16; // the rows that are compared with a panel while it is in the cache

void launch(const Run& run) {
    const FarthestPairProblem problem = farthest_pair_problem(run.problem);
    const std::vector<int> own_order;
    farthest::Panels panels(run, own_order);
    panels.fill();
    farthest::SharedBest best;
    const std::int64_t block = groups_of_block * panels.rows_at_once();
    cpu::for_rows({.rows = problem.n,
                   .step = std::min<std::int64_t>(block, problem.n / (4 * run.host->threads) + 1),
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      panels.compare(first, last, best, [](std::int64_t, std::int64_t) { return true; });
                  });
    if (!run.host->stop.stop_requested()) *problem.pair = best.best();
}

} // namespace

KernelVariant cpu_parallel_variant() {
    return {.title = "Register tiles, all cores",
            .teaches = "Each loaded register serves several pairs. A tile is searched for the pair only if its maximum "
                       "reaches the best so far.",
            .wastes = "It computes every pair, also those that cannot be the farthest one.",
            .parent = "farthest_pair/cpu_simd",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .workspace_bytes = farthest::Panels::workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::farthest_pair
