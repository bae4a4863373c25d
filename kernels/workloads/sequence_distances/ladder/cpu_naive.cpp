// SPDX-License-Identifier: MIT
// The definition, one pair after the other on one thread.
//
// Still wasted: one core works, and within one set each distance is computed twice, as (i, j) and as (j, i).
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/sequence_distances/entries.h"

#include <cstdint>

namespace pairscope::ladder::sequence_distances {
namespace {

using namespace pairscope::sequence_distances;

template <class Formula> void launch(const Run& run) {
    const Input &a = run.problem.a, &b = run.problem.b;
    const auto out = std::get<LinearMemory>(run.problem.out);
    const double parameter = parameter_of(run.problem);
    for (std::int64_t row = 0; row < a.rows; ++row) {
        for (std::int64_t col = 0; col < b.rows; ++col) {
            if (run.host->stop.stop_requested()) return;
            out.data[row * out.pitch + col] = static_cast<float>(
                Formula::pair(a.floats() + row * a.pitch, b.floats() + col * b.pitch, a.dims, parameter));
        }
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

} // namespace

std::vector<KernelVariant> cpu_naive_variants() {
    return variants_of<EditDistance, TimeWarping>([]<class Formula>(Formula, const auto& entry) {
        return KernelVariant{.title = "One pair after the other",
                             .teaches = metric_of<Formula>.teaches,
                             .wastes = entry.sets == 1
                                           ? "One core does all of the work, and each distance is computed twice."
                                           : "One core does all of the work.",
                             .backend = Backend::cpu,
                             .launch = launch<Formula>};
    });
}

} // namespace pairscope::ladder::sequence_distances
