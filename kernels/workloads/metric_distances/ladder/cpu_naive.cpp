// SPDX-License-Identifier: MIT
// The definition as three loops, which compute one entry after the other on one thread. The formulas of all metrics are
// in kernels/metrics/formulas.h.
//
// Still wasted: each step waits for the one before it, and only one lane of the vector unit and one core work. For
// cosine distances the lengths of both vectors are computed again for each pair.
#include "kernels/ladder/host_run.h"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/set.h"
#include "kernels/workloads/metric_distances/ladder.h"

namespace pairscope::ladder::metric_distances {
namespace {

/// One entry, from the coordinates of two vectors.
template <class Formula> float entry_of(const float* a, const float* b, int dims) {
    float sum = 0.0f, squares_a = 0.0f, squares_b = 0.0f;
    for (int k = 0; k < dims; ++k) {
        sum = Formula::added(sum, a[k], b[k]);
        if constexpr (Formula::needs_norms) {
            squares_a += a[k] * a[k];
            squares_b += b[k] * b[k];
        }
    }
    if constexpr (Formula::needs_norms)
        return Formula::entry(sum, Formula::weight(squares_a), Formula::weight(squares_b));
    else
        return metrics::entry_without_norms<Formula>(sum, dims);
}

template <class Formula> void launch(const Run& run) {
    const metrics::Set set = metrics::set_of(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    for (int row = 0; row < set.count; ++row) {
        if (run.host->stop.stop_requested()) return;
        for (int col = 0; col < set.count; ++col)
            out.data[row * out.pitch + col] =
                entry_of<Formula>(set.data + row * set.pitch, set.data + col * set.pitch, set.dims);
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

} // namespace

std::vector<KernelVariant> cpu_naive_variants() {
    return pairscope::metric_distances::for_each_metric([]<class Formula>(Formula, const auto& entry) {
        return KernelVariant{
            .title = "Three loops, one thread",
            .teaches = entry.naive_teaches,
            .wastes = "Each step waits for the one before it, and one lane of one core does all of the work.",
            .backend = Backend::cpu,
            .launch = launch<Formula>};
    });
}

} // namespace pairscope::ladder::metric_distances
