// SPDX-License-Identifier: MIT
// A block of candidates serves 32 vectors. If two scores are too close for float32, double precision decides: see
// screen.h.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/screen.h"

#include <algorithm>
#include <vector>

namespace pairscope::ladder::best_match {
namespace {

constexpr int rows_at_once = 32;
constexpr int floats_of_block = 32 * 1024; // 128 KiB of the second set

float score_of(const float* x, const float* y, int dims) {
    constexpr int lanes = 8;
    float sums[lanes]{};
    int k = 0;
    for (; k + lanes <= dims; k += lanes)
        for (int lane = 0; lane < lanes; ++lane) sums[lane] += x[k + lane] * y[k + lane];
    float sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    for (; k < dims; ++k) sum += x[k] * y[k];
    return sum;
}

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    const int cols_at_once = std::max(floats_of_block / sets.dims, 1);
    const cpu::RowLoop loop{.rows = sets.rows,
                            .step = rows_at_once,
                            .threads = 1,
                            .stop = run.host->stop,
                            .rows_done = run.host->rows_done};
    matching::Decision decision(sets);
    cpu::for_rows(loop, [&](std::int64_t first, std::int64_t last) {
        std::vector<matching::Screen> screens(static_cast<std::size_t>(last - first));
        for (int block = 0; block < sets.cols && !run.host->stop.stop_requested(); block += cols_at_once)
            for (std::int64_t row = first; row < last; ++row) {
                const float* const x = sets.a + row * sets.a_pitch;
                matching::Screen& screen = screens[static_cast<std::size_t>(row - first)];
                for (int col = block; col < std::min(block + cols_at_once, sets.cols); ++col)
                    screen.offer(score_of(x, sets.b + std::int64_t{col} * sets.b_pitch, sets.dims), col);
            }
        decision.decide(screens, first);
    });
    decision.finish(1, run.host->stop);
}

} // namespace

KernelVariant cpu_blocked_variant() {
    return {
        .title = "Candidates that stay in the cache",
        .teaches =
            "Candidates that stay in the cache serve many vectors, and eight separate sums do not wait for each other.",
        .wastes = "Each multiply-add of a vector register needs two loads.",
        .parent = "best_match/cpu_naive",
        .backend = Backend::cpu,
        .launch = launch};
}

} // namespace pairscope::ladder::best_match
