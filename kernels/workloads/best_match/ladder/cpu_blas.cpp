// SPDX-License-Identifier: MIT
// OpenBLAS computes the scores of 256 vectors and 512 candidates at a time. Each core calls the library for a separate
// product: if all cores shared one product, they would wait for each other twice per block.
#include "kernels/engines/cpu/openblas.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/screen.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace pairscope::ladder::best_match {
namespace {

constexpr int rows_at_once = 256, cols_at_once = 512;

/// Offers the groups of scores in which at least one score can be among the highest.
void offer_scores(const float* scores, int first, int count, matching::Screen& screen) {
    constexpr int group = 32;
    int at = 0;
    for (; at + group <= count; at += group) {
        float highest = scores[at];
        for (int k = 1; k < group; ++k) highest = scores[at + k] > highest ? scores[at + k] : highest;
        if (!(highest > screen.third_score)) continue;
        for (int k = at; k < at + group; ++k) screen.offer(scores[k], first + k);
    }
    for (; at < count; ++at) screen.offer(scores[at], first + at);
}

/// Computes the scores of some rows with all candidates, block by block, with one thread of the library, because the
/// other threads compute other rows.
void screen_rows(const MatchSets& sets, std::int64_t first, std::span<matching::Screen> screens,
                 const std::stop_token& stop) {
    std::vector<float> scores(screens.size() * cols_at_once);
    for (int col = 0; col < sets.cols && !stop.stop_requested(); col += cols_at_once) {
        const int cols = std::min(cols_at_once, sets.cols - col);
        cpu::multiply_with_openblas({.m = static_cast<int>(screens.size()),
                                     .n = cols,
                                     .k = sets.dims,
                                     .alpha = 1.0f,
                                     .a = sets.a + first * sets.a_pitch,
                                     .a_pitch = sets.a_pitch,
                                     .b = sets.b + std::int64_t{col} * sets.b_pitch,
                                     .b_pitch = sets.b_pitch,
                                     .c = scores.data(),
                                     .c_pitch = cols_at_once},
                                    1);
        for (std::size_t i = 0; i < screens.size(); ++i)
            offer_scores(scores.data() + i * cols_at_once, col, cols, screens[i]);
    }
}

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    const std::stop_token stop = run.host->stop;
    matching::Decision decision(sets);
    cpu::for_rows({.rows = sets.rows,
                   .step = rows_at_once,
                   .threads = run.host->threads,
                   .stop = stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      std::vector<matching::Screen> screens(static_cast<std::size_t>(last - first));
                      screen_rows(sets, first, screens, stop);
                      if (!stop.stop_requested()) decision.decide(screens, first);
                  });
    decision.finish(run.host->threads, stop);
}

std::string why_not(const Workload&, const Device&) { return std::string(cpu::why_no_openblas()); }

} // namespace

KernelVariant cpu_blas_variant() {
    return {.title = "Scores by OpenBLAS",
            .teaches = "A library such as OpenBLAS multiplies matrices well. What is left is to look at the scores "
                       "while they are in the cache.",
            .wastes = "Every score is stored and read again.",
            .parent = "best_match/cpu_blocked",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .why_not = why_not,
            .launch = launch};
}

} // namespace pairscope::ladder::best_match
