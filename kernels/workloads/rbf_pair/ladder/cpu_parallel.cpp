// SPDX-License-Identifier: MIT
// The vectors are cut into chunks of 65536 coordinates, whatever the number of threads is.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/rbf_pair/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/rbf_pair/problem.h"

#include <algorithm>
#include <cmath>
#include <numeric>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::rbf_pair {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;

/// The squared distance of so few coordinates that float32 is enough.
HWY_INLINE float sum_of_few(const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, std::int64_t n) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    const auto add = [&](auto& sum, std::int64_t i) HWY_ATTR {
        const auto difference = hn::Sub(hn::LoadU(d, x + i), hn::LoadU(d, y + i));
        sum = hn::MulAdd(difference, difference, sum);
    };
    std::int64_t i = 0;
    for (; i + 8 * lanes <= n; i += 8 * lanes) {
        add(s0, i), add(s1, i + lanes), add(s2, i + 2 * lanes), add(s3, i + 3 * lanes);
        add(s4, i + 4 * lanes), add(s5, i + 5 * lanes), add(s6, i + 6 * lanes), add(s7, i + 7 * lanes);
    }
    for (; i + lanes <= n; i += lanes) add(s0, i);
    const auto sums = hn::Add(hn::Add(hn::Add(s0, s1), hn::Add(s2, s3)), hn::Add(hn::Add(s4, s5), hn::Add(s6, s7)));
    float sum = hn::GetLane(hn::SumOfLanes(d, sums));
    for (; i < n; ++i) sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
}

double sum_of(const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, std::int64_t n) {
    constexpr std::int64_t few = 2048;
    double sum = 0.0;
    for (std::int64_t i = 0; i < n; i += few) sum += sum_of_few(x + i, y + i, std::min(few, n - i));
    return sum;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::rbf_pair
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::rbf_pair {
namespace {

HWY_EXPORT(sum_of);

constexpr std::int64_t chunk = 1 << 16; // coordinates: 512 KiB, about ten microseconds of work

std::int64_t chunks_of(std::int64_t n) { return (n + chunk - 1) / chunk; }

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    const auto sum_of = HWY_DYNAMIC_DISPATCH(sum_of);
    auto* const sums = reinterpret_cast<double*>(run.problem.workspace);
    const std::int64_t chunks = chunks_of(problem.n);
    cpu::for_rows({.rows = chunks, .threads = run.host->threads, .stop = run.host->stop}, [&](std::int64_t first,
                                                                                              std::int64_t last) {
        for (std::int64_t k = first; k < last; ++k)
            sums[k] = sum_of(problem.x + k * chunk, problem.y + k * chunk, std::min(chunk, problem.n - k * chunk));
    });
    if (run.host->stop.stop_requested()) return;
    *problem.value = std::exp(problem.factor * std::accumulate(sums, sums + chunks, 0.0));
    if (run.host->rows_done != nullptr) ++*run.host->rows_done;
}

std::int64_t workspace_bytes(const Workload& workload) {
    return chunks_of(workload.dims) * std::int64_t{sizeof(double)};
}

} // namespace

KernelVariant cpu_parallel_variant() {
    return {.title = "All cores",
            .teaches = "Each chunk of the vectors has its own sum. These sums are added in a fixed order, so the "
                       "result does not depend on the number of threads.",
            .wastes =
                "With long vectors memory is the limit. Short vectors are finished before all threads have begun.",
            .parent = "rbf_pair/cpu_simd",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .workspace_bytes = workspace_bytes,
            .launch = launch,
            .tolerance = 5e-6}; // cpu_simd.cpp counts the roundings
}

} // namespace pairscope::ladder::rbf_pair
#endif
