// SPDX-License-Identifier: MIT
// On an AMD EPYC (Zen 4), the square-root unit alone is slower than the memory: with it, cpu_parallel reaches 0.80 of a
// streaming fill. An estimate and a Newton step, which use the multipliers, reach 0.87. Using both in turns keeps both
// units busy and reaches 0.99. The four rows of a pass are one alignment period apart, because streaming stores need
// aligned vectors, and only such rows have the same misalignment.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/distance_matrix/ladder/cpu_rsqrt_newton.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/distance_matrix/problem.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::distance_matrix {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

/// The vector units of x86 estimate 1 / sqrt(x) to 11 bits at least, which one Newton step doubles; elsewhere the
/// estimate may be too rough.
constexpr bool can_refine = HWY_ARCH_X86 != 0 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128;

/// Computes sqrt(s) = s * (1 / sqrt(s)) without the square-root unit, with an error of about 3e-7. The clamp keeps the
/// estimate finite and above 0, and s itself is the last factor, so 0 stays 0, infinity stays infinity, and neither
/// becomes NaN.
HWY_INLINE Vector refined_root(Lanes d, Vector s) {
    const auto clamped = hn::Min(hn::Max(s, hn::Set(d, std::numeric_limits<float>::min())),
                                 hn::Set(d, std::numeric_limits<float>::max()));
    const auto estimate = hn::ApproximateReciprocalSqrt(clamped);
    const auto half = hn::Mul(estimate, hn::Set(d, 0.5f));
    const auto correction = hn::NegMulAdd(hn::Mul(clamped, estimate), half, hn::Set(d, 1.5f)); // 1.5 - s e e / 2
    return hn::Mul(s, hn::Mul(estimate, correction));
}

HWY_INLINE Vector squared_distance(Vector x, Vector y, Vector xs, Vector ys) {
    const auto dx = hn::Sub(x, xs), dy = hn::Sub(y, ys);
    return hn::MulAdd(dx, dx, hn::Mul(dy, dy));
}

/// Writes entries [first, last) of a row one by one: the ends that do not fill an aligned vector.
HWY_INLINE void write_end(const float* points, std::int64_t row, std::int64_t first, std::int64_t last, float* out) {
    for (std::int64_t col = first; col < last; ++col) {
        const float dx = points[2 * row] - points[2 * col], dy = points[2 * row + 1] - points[2 * col + 1];
        out[col] = std::sqrt(dx * dx + dy * dy);
    }
}

/// How many entries lie before the first aligned vector of a row.
HWY_INLINE std::int64_t head_of(const float* row, std::int64_t lanes, std::int64_t n) {
    const auto misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(row) / sizeof(float)) % lanes;
    return std::min((lanes - misaligned) % lanes, n);
}

/// Four rows of equal alignment, `period` apart: each pair of loads serves four stores.
void write_four_rows(const DistanceMatrixProblem& problem, std::int64_t row, std::int64_t period) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const float* const points = problem.points;
    const std::int64_t n = problem.n;
    const auto out = std::get<LinearMemory>(problem.out);
    const std::int64_t i0 = row, i1 = row + period, i2 = row + 2 * period, i3 = row + 3 * period;
    float* const out0 = out.data + i0 * out.pitch;
    float* const out1 = out.data + i1 * out.pitch;
    float* const out2 = out.data + i2 * out.pitch;
    float* const out3 = out.data + i3 * out.pitch;
    const auto x0 = hn::Set(d, points[2 * i0]), y0 = hn::Set(d, points[2 * i0 + 1]);
    const auto x1 = hn::Set(d, points[2 * i1]), y1 = hn::Set(d, points[2 * i1 + 1]);
    const auto x2 = hn::Set(d, points[2 * i2]), y2 = hn::Set(d, points[2 * i2 + 1]);
    const auto x3 = hn::Set(d, points[2 * i3]), y3 = hn::Set(d, points[2 * i3 + 1]);
    const std::int64_t head = head_of(out0, lanes, n);
    std::int64_t col = head;
    for (; col + lanes <= n; col += lanes) {
        Vector xs, ys;
        hn::LoadInterleaved2(d, points + 2 * col, xs, ys);
        const auto s0 = squared_distance(x0, y0, xs, ys), s1 = squared_distance(x1, y1, xs, ys);
        const auto s2 = squared_distance(x2, y2, xs, ys), s3 = squared_distance(x3, y3, xs, ys);
        hn::Stream(hn::Sqrt(s0), d, out0 + col);
        hn::Stream(can_refine ? refined_root(d, s1) : hn::Sqrt(s1), d, out1 + col);
        hn::Stream(hn::Sqrt(s2), d, out2 + col);
        hn::Stream(can_refine ? refined_root(d, s3) : hn::Sqrt(s3), d, out3 + col);
    }
    for (const std::int64_t i : {i0, i1, i2, i3}) {
        write_end(points, i, 0, head, out.data + i * out.pitch);
        write_end(points, i, col, n, out.data + i * out.pitch);
    }
}

void write_row(const float* HWY_RESTRICT points, std::int64_t n, std::int64_t row, float* HWY_RESTRICT out) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto x = hn::Set(d, points[2 * row]), y = hn::Set(d, points[2 * row + 1]);
    std::int64_t col = head_of(out, lanes, n);
    write_end(points, row, 0, col, out);
    for (; col + lanes <= n; col += lanes) {
        Vector xs, ys;
        hn::LoadInterleaved2(d, points + 2 * col, xs, ys);
        hn::Stream(hn::Sqrt(squared_distance(x, y, xs, ys)), d, out + col);
    }
    write_end(points, row, col, n, out);
}

/// The number of rows after which the alignment repeats.
std::int64_t alignment_period(std::int64_t pitch) {
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(Lanes()));
    return lanes / std::gcd(lanes, pitch);
}

/// Writes rows [first, last), in groups of four periods where that many are left, and else one by one.
void write_rows(const DistanceMatrixProblem& problem, std::int64_t first, std::int64_t last) {
    const auto out = std::get<LinearMemory>(problem.out);
    const std::int64_t period = alignment_period(out.pitch);
    for (; first + 4 * period <= last; first += 4 * period)
        for (std::int64_t row = first; row < first + period; ++row) write_four_rows(problem, row, period);
    for (; first < last; ++first) write_row(problem.points, problem.n, first, out.data + first * out.pitch);
    hwy::FlushStream(); // streaming stores are weakly ordered: other cores see all of them only after this
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::distance_matrix
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::distance_matrix {
namespace {

HWY_EXPORT(write_rows);
HWY_EXPORT(alignment_period);

/// Given to a thread at a time: whole groups of four periods, and at least 32 rows where a group has fewer. After each
/// step the thread waits until memory has taken its streaming stores, so steps of 4 rows would often wait.
std::int64_t rows_at_once(std::int64_t period) {
    const std::int64_t group = 4 * period;
    return group * std::max<std::int64_t>(1, 32 / group);
}

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const std::int64_t period = HWY_DYNAMIC_DISPATCH(alignment_period)(std::get<LinearMemory>(problem.out).pitch);
    const auto write_rows = HWY_DYNAMIC_DISPATCH(write_rows);
    cpu::for_rows({.rows = problem.n,
                   .step = rows_at_once(period),
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) { write_rows(problem, first, last); });
}

} // namespace

KernelVariant cpu_rsqrt_newton_variant() {
    return {.title = "Two kinds of sqrt in turn",
            .teaches = "When one unit of the core is the limit, another unit can take half of its work. Here the sqrt "
                       "unit and the multipliers take turns.",
            .wastes = "The matrix is symmetric, but every distance is computed and written twice.",
            .parent = "distance_matrix/cpu_parallel",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .launch = launch,
            .tolerance = 1e-6};
}

} // namespace pairscope::ladder::distance_matrix
#endif
