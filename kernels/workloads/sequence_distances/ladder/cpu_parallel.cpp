// SPDX-License-Identifier: MIT
// Adds to cpu_naive: all cores, and each distance within one set is computed once and stored twice.
//
// Still wasted: one lane of the vector unit works.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/sequence_distances/entries.h"

#include <cstdint>

namespace pairscope::ladder::sequence_distances {
namespace {

using namespace pairscope::sequence_distances;

template <class Formula> void write_row(const Run& run, const LinearMemory& out, std::int64_t row) {
    const Input &a = run.problem.a, &b = run.problem.b;
    const bool is_mirrored = a.data == b.data;
    const double parameter = parameter_of(run.problem);
    for (std::int64_t col = is_mirrored ? row : 0; col < b.rows; ++col) {
        if (run.host->stop.stop_requested()) return;
        const auto distance = static_cast<float>(
            Formula::pair(a.floats() + row * a.pitch, b.floats() + col * b.pitch, a.dims, parameter));
        out.data[row * out.pitch + col] = distance;
        if (is_mirrored) out.data[col * out.pitch + row] = distance;
    }
}

template <class Formula> void launch(const Run& run) {
    const auto out = std::get<LinearMemory>(run.problem.out);
    cpu::for_rows({.rows = run.problem.a.rows,
                   .step = 1,
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) {
                      for (std::int64_t row = first; row < last; ++row) write_row<Formula>(run, out, row);
                  });
}

} // namespace

std::vector<KernelVariant> cpu_parallel_variants() {
    return variants_of<EditDistance, TimeWarping>([]<class Formula>(Formula, const auto& entry) {
        return KernelVariant{
            .title = "Rows on all cores",
            .teaches = entry.sets == 1 ? "Each core computes other rows. The distance of (i, j) is that of (j, i), so "
                                         "it is computed once and stored twice."
                                       : "Each core computes other rows.",
            .wastes =
                "Each cell of a table waits for the cell before it, so each vector unit uses one of its lanes only.",
            .parent = "cpu_naive",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .launch = launch<Formula>};
    });
}

} // namespace pairscope::ladder::sequence_distances
