// SPDX-License-Identifier: MIT
// The definition, one pair after the other on one thread.
//
// Still wasted: one core works, and within one set each distance is computed twice, as (i, j) and as (j, i).
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/pair_metrics/ladder.h"

#include <cstdint>

namespace pairscope::ladder::pair_metrics {
namespace {

using pairscope::pair_metrics::values_of;

template <class Formula> void launch(const Run& run) {
    const Input &a = run.problem.a, &b = run.problem.b;
    const auto out = std::get<LinearMemory>(run.problem.out);
    const double parameter = pairscope::pair_metrics::parameter_of(run.problem);
    constexpr std::int64_t pairs_of_look = 1024;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const auto* const vector = values_of<Formula>(a) + row * a.pitch;
        for (std::int64_t col = 0; col < b.rows; ++col) {
            if (col % pairs_of_look == 0 && run.host->stop.stop_requested()) return;
            out.data[row * out.pitch + col] =
                static_cast<float>(Formula::pair(vector, values_of<Formula>(b) + col * b.pitch, a.dims, parameter));
        }
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

} // namespace

std::vector<KernelVariant> cpu_naive_variants() {
    return pairscope::pair_metrics::for_each_metric([]<class Formula>(Formula, const auto& entry) {
        const bool is_of_one_set = entry.id == pairscope::pair_metrics::entry_of<Formula>.id;
        return KernelVariant{.title = "One pair after the other",
                             .teaches = entry.teaches,
                             .wastes = is_of_one_set
                                           ? "One core does all of the work, and each distance is computed twice."
                                           : "One core does all of the work.",
                             .backend = Backend::cpu,
                             .launch = launch<Formula>};
    });
}

} // namespace pairscope::ladder::pair_metrics
