// SPDX-License-Identifier: MIT
// The exponential is that of the library Highway, whose documented error is 1 unit in the last place. Each lane adds up
// at most 128 terms before they go into a sum in double precision.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/rbf_density/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/rbf_density/problem.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::rbf_density {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
constexpr std::int64_t terms = 128; // per lane in one partial sum

float sum_of_row(const float* HWY_RESTRICT points, std::int64_t n, float factor, std::int64_t row) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const float a = points[2 * row], b = points[2 * row + 1];
    const auto x = hn::Set(d, a), y = hn::Set(d, b), factors = hn::Set(d, factor);
    double sum = 0.0;
    std::int64_t col = 0;
    while (col + lanes <= n) {
        const std::int64_t end = std::min(n - lanes, col + (terms - 1) * lanes);
        auto part = hn::Zero(d);
        for (; col <= end; col += lanes) {
            hn::Vec<Lanes> xs, ys;
            hn::LoadInterleaved2(d, points + 2 * col, xs, ys);
            const auto dx = hn::Sub(x, xs), dy = hn::Sub(y, ys);
            part = hn::Add(part, hn::Exp(d, hn::Mul(factors, hn::MulAdd(dx, dx, hn::Mul(dy, dy)))));
        }
        sum += hn::GetLane(hn::SumOfLanes(d, part));
    }
    for (; col < n; ++col) {
        const float dx = a - points[2 * col], dy = b - points[2 * col + 1];
        sum += std::exp(factor * (dx * dx + dy * dy));
    }
    return static_cast<float>(sum);
}

void sum_rows(const RbfDensityProblem& problem, std::int64_t first, std::int64_t last) {
    const auto factor = static_cast<float>(-0.5 / (problem.sigma * problem.sigma));
    for (; first < last; ++first) problem.sums[first] = sum_of_row(problem.points, problem.n, factor, first);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::rbf_density
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::rbf_density {
namespace {

HWY_EXPORT(sum_rows);

constexpr std::int64_t rows_at_once = 16; // given to a thread at a time: less than a millisecond of work at n = 32768

void launch(const Run& run) {
    const auto problem = rbf_density_problem(run.problem);
    const auto sum_rows = HWY_DYNAMIC_DISPATCH(sum_rows);
    cpu::for_rows({.rows = problem.n,
                   .step = rows_at_once,
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) { sum_rows(problem, first, last); });
}

} // namespace

KernelVariant cpu_parallel_variant() {
    return {.title = "Vector exponential, all cores",
            .teaches = "A polynomial computes several exponentials at once, and the sums never leave the core.",
            .wastes = "It computes each pair twice, once for each of its points.",
            .parent = "rbf_density/cpu_naive",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .launch = launch,
            .tolerance = rbf_density_tolerance};
}

} // namespace pairscope::ladder::rbf_density
#endif
