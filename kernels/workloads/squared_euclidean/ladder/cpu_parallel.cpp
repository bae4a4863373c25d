// SPDX-License-Identifier: MIT
// Adds to cpu_naive: vector instructions, all cores, and streaming stores, which bypass the caches. The set is column-
// major, so a register loads the same coordinate of neighbouring vectors. Four rows and two registers of columns make
// eight sums, so no step waits for the one before it. The tiles are in kernels/metrics/tiles-inl.h.
//
// Still wasted: each multiply-add needs a subtraction first.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/squared_euclidean/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/metrics/parallel.h"
#include "kernels/metrics/tiles-inl.h"

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::squared_euclidean {
namespace HWY_NAMESPACE {
namespace {

void write_rows(const metrics::Set& set, const float* weights, const LinearMemory& out, std::int64_t first,
                std::int64_t last) {
    metrics::HWY_NAMESPACE::write_rows<metrics::Squared>(set, weights, out, first, last);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::squared_euclidean
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::squared_euclidean {
namespace {

HWY_EXPORT(write_rows);

void launch(const Run& run) { metrics::write_matrix<metrics::Squared>(run, HWY_DYNAMIC_DISPATCH(write_rows)); }

} // namespace

KernelVariant cpu_parallel_variant() {
    return {.title = "Register tiles, all cores",
            .teaches = "Each loaded coordinate serves two or four of the eight sums in registers. Without a sqrt, a "
                       "pair of 2-D points costs only five operations.",
            .wastes = "Each multiply-add needs a subtraction first.",
            .parent = "squared_euclidean/cpu_naive",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .layout = Layout::column_major,
            .launch = launch};
}

} // namespace pairscope::ladder::squared_euclidean
#endif
