// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "tests/workloads/byte_matches/problem.h"

namespace pairscope::ladder::byte_matches {
namespace {

void keep(FoundMatch& match, std::int32_t row, float value) {
    if (match.best < 0 || value < match.best_value) {
        match = {.best = row, .second = match.best, .best_value = value, .second_value = match.best_value};
    } else if (match.second < 0 || value < match.second_value) {
        match.second = row;
        match.second_value = value;
    }
}

void launch(const Run& run) {
    const ByteMatchesProblem problem = byte_matches_problem(run.problem);
    const cpu::RowLoop loop{
        .rows = problem.queries.rows, .threads = 1, .stop = run.host->stop, .rows_done = run.host->rows_done};
    cpu::for_rows(loop, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) {
            FoundMatch match{.best = -1, .second = -1};
            for (std::int64_t j = 0; j < problem.candidates.rows; ++j) {
                int sum = 0;
                for (std::int64_t k = 0; k < problem.queries.dims; ++k) {
                    const int d = problem.queries.bytes()[i * problem.queries.pitch + k] -
                                  problem.candidates.bytes()[j * problem.candidates.pitch + k];
                    sum += d * d;
                }
                keep(match, static_cast<std::int32_t>(j), problem.weight * static_cast<float>(sum));
            }
            problem.matches[i] = match;
        }
    });
}

} // namespace

KernelVariant cpu_rows_variant() {
    return {.title = "One pair after the other",
            .teaches = "Two loops over the vectors and one over their coordinates are the whole workload.",
            .wastes = "It uses one core, and one lane of its vector unit.",
            .backend = Backend::cpu,
            .launch = launch};
}

} // namespace pairscope::ladder::byte_matches
