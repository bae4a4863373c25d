// SPDX-License-Identifier: MIT
// Adds to cpu_naive: vector instructions, all cores, and streaming stores, which bypass the caches. The set is column-
// major, so a register loads the same coordinate of neighbouring vectors. Four rows and two registers of columns make
// eight sums, so no step waits for the one before it. The tiles are in kernels/metrics/tiles-inl.h. For cosine
// distances the length of each vector is computed once, before the tiles.
//
// Still wasted: of these metrics, only the cosine distance needs nothing but multiply-adds. The coordinates of long
// vectors come from the caches again for every four rows.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/metric_distances/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/metrics/parallel.h"
#include "kernels/metrics/tiles-inl.h"
#include "kernels/workloads/metric_distances/ladder.h"

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::metric_distances {
namespace HWY_NAMESPACE {
namespace {

using WriteRows = void (*)(const metrics::Set&, const float*, const LinearMemory&, std::int64_t, std::int64_t);

template <class... Formulas> WriteRows write_rows_by(metrics::FormulaList<Formulas...>, Metric metric) {
    WriteRows found = nullptr;
    ((Formulas::metric == metric ? void(found = metrics::HWY_NAMESPACE::write_rows<Formulas>) : void()), ...);
    return found;
}
/// Writes the rows by the formula of the metric.
WriteRows write_rows(Metric metric) { return write_rows_by(metrics::AllFormulas(), metric); }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::metric_distances
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::metric_distances {
namespace {

HWY_EXPORT(write_rows);

template <class Formula> void launch(const Run& run) {
    metrics::write_matrix<Formula>(run, HWY_DYNAMIC_DISPATCH(write_rows)(Formula::metric));
}

} // namespace

std::vector<KernelVariant> cpu_parallel_variants() {
    return pairscope::metric_distances::for_each_metric([]<class Formula>(Formula, const auto& entry) {
        return KernelVariant{.title = "Register tiles, all cores",
                             .teaches = entry.parallel_teaches,
                             .wastes = entry.parallel_wastes,
                             .parent = "cpu_naive",
                             .backend = Backend::cpu,
                             .uses_all_threads = true,
                             .layout = Layout::column_major,
                             .workspace_bytes = Formula::needs_norms ? metrics::one_float_each : nullptr,
                             .launch = launch<Formula>};
    });
}

} // namespace pairscope::ladder::metric_distances
#endif
