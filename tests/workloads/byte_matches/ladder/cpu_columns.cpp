// SPDX-License-Identifier: MIT
// Adds to cpu_rows: all cores, and sets that lie column-major, so that the innermost loop goes over neighbours.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "tests/workloads/byte_matches/problem.h"

#include <vector>

namespace pairscope::ladder::byte_matches {
namespace {

FoundMatch best_two(const std::vector<int>& sums, float weight) {
    FoundMatch match{.best = -1, .second = -1};
    for (std::size_t j = 0; j < sums.size(); ++j) {
        const float value = weight * static_cast<float>(sums[j]);
        const auto row = static_cast<std::int32_t>(j);
        if (match.best < 0 || value < match.best_value)
            match = {.best = row, .second = match.best, .best_value = value, .second_value = match.best_value};
        else if (match.second < 0 || value < match.second_value)
            match = {.best = match.best, .second = row, .best_value = match.best_value, .second_value = value};
    }
    return match;
}

void launch(const Run& run) {
    const ByteMatchesProblem problem = byte_matches_problem(run.problem);
    const Input &queries = problem.queries, &candidates = problem.candidates;
    const cpu::RowLoop loop{.rows = queries.rows,
                            .step = 8,
                            .threads = run.host->threads,
                            .stop = run.host->stop,
                            .rows_done = run.host->rows_done};
    cpu::for_rows(loop, [&](std::int64_t first, std::int64_t last) {
        std::vector<int> sums(static_cast<std::size_t>(candidates.rows));
        for (std::int64_t i = first; i < last; ++i) {
            std::fill(sums.begin(), sums.end(), 0);
            for (std::int64_t k = 0; k < queries.dims; ++k) {
                const int query = queries.bytes()[k * queries.pitch + i];
                const std::uint8_t* const column = candidates.bytes() + k * candidates.pitch;
                for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += (query - column[j]) * (query - column[j]);
            }
            problem.matches[i] = best_two(sums, problem.weight);
        }
    });
}

} // namespace

KernelVariant cpu_columns_variant() {
    return {.title = "Columns, all cores",
            .teaches = "Column-major sets make the innermost loop a walk over neighbouring bytes.",
            .wastes = "The sums of all candidates go through the cache once for each coordinate.",
            .parent = "byte_matches/cpu_rows",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .layout = Layout::column_major,
            .launch = launch};
}

} // namespace pairscope::ladder::byte_matches
