// SPDX-License-Identifier: MIT
// Adds to cpu_blocked: the scores of 256 vectors with 1024 candidates come from a library, OpenBLAS, and all cores look
// at them while they are in the cache.
//
// Still wasteful: every score is stored and read again.
#include "kernels/core/host_run.h"
#include "kernels/cpu/openblas.h"
#include "kernels/cpu/parallel.h"
#include "kernels/workloads/best_match/screen.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace pairscope::ladder::best_match {
namespace {

constexpr int rows_at_once = 256, cols_at_once = 1024;

/// Offers those groups of scores of which one at least can be among the highest.
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

void launch(const Run& run) {
    const MatchSets sets = match_sets(run.problem);
    std::vector<float> scores(std::size_t{rows_at_once} * cols_at_once);
    std::vector<matching::Screen> screens;
    matching::Decision decision(sets);
    for (int row = 0; row < sets.rows; row += rows_at_once) {
        const int rows = std::min(rows_at_once, sets.rows - row);
        const cpu::RowLoop loop{.rows = rows, .step = 16, .threads = run.host->threads, .stop = run.host->stop};
        screens.assign(static_cast<std::size_t>(rows), {});
        for (int col = 0; col < sets.cols; col += cols_at_once) {
            if (run.host->stop.stop_requested()) return;
            const int cols = std::min(cols_at_once, sets.cols - col);
            cpu::multiply_with_openblas({.m = rows,
                                         .n = cols,
                                         .k = sets.dims,
                                         .alpha = 1.0f,
                                         .a = sets.a + row * sets.a_pitch,
                                         .a_pitch = sets.a_pitch,
                                         .b = sets.b + col * sets.b_pitch,
                                         .b_pitch = sets.b_pitch,
                                         .c = scores.data(),
                                         .c_pitch = cols_at_once},
                                        run.host->threads);
            cpu::for_rows(loop, [&](std::int64_t first, std::int64_t last) {
                for (; first < last; ++first)
                    offer_scores(scores.data() + first * cols_at_once, col, cols,
                                 screens[static_cast<std::size_t>(first)]);
            });
        }
        cpu::RowLoop last_loop = loop;
        last_loop.rows_done = run.host->rows_done;
        cpu::for_rows(last_loop, [&](std::int64_t first, std::int64_t last) {
            const std::span part(screens.data() + first, static_cast<std::size_t>(last - first));
            decision.decide(part, row + first);
        });
    }
    decision.finish(run.host->threads, run.host->stop);
}

std::string why_not(const Workload&, const Device&) { return std::string(cpu::why_no_openblas()); }

} // namespace

KernelVariant cpu_blas_variant() {
    return {
        .title = "Scores by OpenBLAS",
        .teaches =
            "A library multiplies matrices well; what is left is to look at the scores while they are in the cache.",
        .wastes = "Every score is stored and read again.",
        .parent = "best_match/cpu_blocked",
        .backend = Backend::cpu,
        .uses_all_threads = true,
        .why_not = why_not,
        .launch = launch};
}

} // namespace pairscope::ladder::best_match
