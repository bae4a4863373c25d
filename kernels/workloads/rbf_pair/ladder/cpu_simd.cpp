// SPDX-License-Identifier: MIT
// With AVX-512 a vector register holds 16 coordinates. Google Highway compiles this file once for each instruction set
// and picks the best one when the program runs.
//
// The sums of 2048 coordinates are float32, and the sum of these sums is double. So each register adds at most 64 times
// in float32.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/rbf_pair/ladder/cpu_simd.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/ladder/host_run.h"
#include "kernels/workloads/rbf_pair/problem.h"

#include <algorithm>
#include <cmath>

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

constexpr std::int64_t between_looks = 1 << 20; // coordinates, which take less than a millisecond

void launch(const Run& run) {
    const RbfPairProblem problem = rbf_pair_problem(run.problem);
    const auto sum_of = HWY_DYNAMIC_DISPATCH(sum_of);
    double sum = 0.0;
    for (std::int64_t first = 0; first < problem.n; first += between_looks) {
        if (run.host->stop.stop_requested()) return;
        sum += sum_of(problem.x + first, problem.y + first, std::min(between_looks, problem.n - first));
    }
    *problem.value = std::exp(problem.factor * sum);
    if (run.host->rows_done != nullptr) ++*run.host->rows_done;
}

} // namespace

KernelVariant cpu_simd_variant() {
    return {.title = "Vector instructions, one thread",
            .teaches = "Vector instructions work on many coordinates at once, and eight separate sums in registers "
                       "hide the latency of an addition.",
            .wastes = "One core alone cannot keep memory busy.",
            .parent = "rbf_pair/cpu_naive",
            .backend = Backend::cpu,
            .launch = launch,
            .tolerance = 5e-6}; // with 4 lanes, a register makes 64 additions, and a tree of 5 steps follows
}

} // namespace pairscope::ladder::rbf_pair
#endif
