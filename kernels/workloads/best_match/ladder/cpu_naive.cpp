// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/exact.h"

namespace pairscope::ladder::best_match {
namespace {

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    cpu::for_rows({.rows = sets.rows, .threads = 1, .stop = run.host->stop, .rows_done = run.host->rows_done},
                  [&](std::int64_t row, std::int64_t) {
                      matching::BestTwo best;
                      for (int col = 0; col < sets.cols; ++col) {
                          double score = 0.0;
                          for (int k = 0; k < sets.dims; ++k)
                              score += double{sets.a[row * sets.a_pitch + k]} *
                                       double{sets.b[std::int64_t{col} * sets.b_pitch + k]};
                          best.offer(score, col);
                      }
                      sets.matches[row] = best.match();
                  });
}

} // namespace

KernelVariant cpu_naive_variant() {
    return {.title = "One score after the other",
            .teaches =
                "The program follows the definition: two loops over the vectors and one loop over their coordinates.",
            .wastes = "Each multiply-add waits for the one before it, and only one lane of the vector unit works.",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
