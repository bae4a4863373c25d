// SPDX-License-Identifier: MIT
// Adds to cpu_naive: all cores, tiles of 32 x 32 pairs whose vectors stay in a cache, and each distance is computed
// once and stored twice.
//
// Still wasted: one lane of the vector unit works.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/pair_metrics/ladder.h"

#include <algorithm>
#include <cstdint>

namespace pairscope::ladder::pair_metrics {
namespace {

using pairscope::pair_metrics::values_of;

constexpr std::int64_t side = 32; // rows and columns of a tile

/// A tile; of one set, the part on and above the diagonal, and its mirror image.
template <class Formula>
void write_tile(const Problem& problem, const LinearMemory& out, std::int64_t first_row, std::int64_t first_col) {
    const Input &a = problem.a, &b = problem.b;
    const bool is_mirrored = a.data == b.data;
    const double parameter = pairscope::pair_metrics::parameter_of(problem);
    const std::int64_t last_row = std::min(first_row + side, a.rows), last_col = std::min(first_col + side, b.rows);
    for (std::int64_t row = first_row; row < last_row; ++row)
        for (std::int64_t col = is_mirrored ? std::max(row, first_col) : first_col; col < last_col; ++col) {
            const auto distance = static_cast<float>(Formula::pair(
                values_of<Formula>(a) + row * a.pitch, values_of<Formula>(b) + col * b.pitch, a.dims, parameter));
            out.data[row * out.pitch + col] = distance;
            if (is_mirrored) out.data[col * out.pitch + row] = distance;
        }
}

template <class Formula> void launch(const Run& run) {
    const auto out = std::get<LinearMemory>(run.problem.out);
    const std::int64_t rows = run.problem.a.rows, cols = run.problem.b.rows;
    const bool is_mirrored = run.problem.a.data == run.problem.b.data;
    cpu::for_rows({.rows = rows,
                   .step = side,
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t row = first; row < last; row += side)
                          for (std::int64_t col = is_mirrored ? row : 0; col < cols && !run.host->stop.stop_requested();
                               col += side)
                              write_tile<Formula>(run.problem, out, row, col);
                  });
}

} // namespace

std::vector<KernelVariant> cpu_parallel_variants() {
    return pairscope::pair_metrics::for_each_metric([]<class Formula>(Formula, const auto& entry) {
        const bool is_of_one_set = entry.id == pairscope::pair_metrics::entry_of<Formula>.id;
        return KernelVariant{
            .title = "Tiles of 32 x 32 pairs, all cores",
            .teaches = is_of_one_set ? "Tiles keep the vectors in a cache, and each core computes different tiles. The "
                                       "distance of (i, j) is that of (j, i), so it is computed once and stored twice."
                                     : "Tiles keep the vectors in a cache, and each core computes different tiles.",
            .wastes = "Each vector unit uses one of its lanes only, because each pair is computed by itself in double "
                      "precision.",
            .parent = "cpu_naive",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .launch = launch<Formula>};
    });
}

} // namespace pairscope::ladder::pair_metrics
