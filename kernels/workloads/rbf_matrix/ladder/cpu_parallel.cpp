// SPDX-License-Identifier: MIT
// The exponential is that of the library Highway, whose documented error is 1 unit in the last place.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/rbf_matrix/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>
#include <hwy/contrib/math/math-inl.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/rbf_matrix/problem.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::rbf_matrix {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

/// Writes entries [first, last) of a row one by one: the ends that do not fill an aligned vector.
HWY_INLINE void write_end(const float* points, float factor, std::int64_t row, std::int64_t first, std::int64_t last,
                          float* out) {
    for (std::int64_t col = first; col < last; ++col) {
        const float dx = points[2 * row] - points[2 * col], dy = points[2 * row + 1] - points[2 * col + 1];
        out[col] = std::exp(factor * (dx * dx + dy * dy));
    }
}

/// How many entries lie before the first aligned vector of a row.
HWY_INLINE std::int64_t head_of(const float* row, std::int64_t lanes, std::int64_t n) {
    const auto misaligned = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(row) / sizeof(float)) % lanes;
    return std::min((lanes - misaligned) % lanes, n);
}

void write_row(const float* HWY_RESTRICT points, std::int64_t n, float factor, std::int64_t row,
               float* HWY_RESTRICT out) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto x = hn::Set(d, points[2 * row]), y = hn::Set(d, points[2 * row + 1]), factors = hn::Set(d, factor);
    std::int64_t col = head_of(out, lanes, n);
    write_end(points, factor, row, 0, col, out);
    for (; col + lanes <= n; col += lanes) {
        Vector xs, ys;
        hn::LoadInterleaved2(d, points + 2 * col, xs, ys);
        const auto dx = hn::Sub(x, xs), dy = hn::Sub(y, ys);
        const auto q = hn::Mul(factors, hn::MulAdd(dx, dx, hn::Mul(dy, dy)));
        hn::Stream(hn::IfThenElse(hn::IsNaN(q), q, hn::Exp(d, q)), d, out + col); // Exp gives 0 for NaN
    }
    write_end(points, factor, row, col, n, out);
}

void write_rows(const RbfMatrixProblem& problem, std::int64_t first, std::int64_t last) {
    const auto out = std::get<LinearMemory>(problem.out);
    const auto factor = static_cast<float>(-0.5 / (problem.sigma * problem.sigma));
    for (; first < last; ++first) write_row(problem.points, problem.n, factor, first, out.data + first * out.pitch);
    hwy::FlushStream(); // streaming stores are weakly ordered: other cores see all of them only after this
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::rbf_matrix
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::rbf_matrix {
namespace {

HWY_EXPORT(write_rows);

constexpr std::int64_t rows_at_once =
    16; // given to a thread at a time: a few hundred microseconds of work at n = 32768

void launch(const Run& run) {
    const auto problem = rbf_matrix_problem(run);
    const auto write_rows = HWY_DYNAMIC_DISPATCH(write_rows);
    cpu::for_rows({.rows = problem.n,
                   .step = rows_at_once,
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) { write_rows(problem, first, last); });
}

} // namespace

KernelVariant cpu_parallel_variant() {
    return {
        .title = "Vector exponential, all cores",
        .teaches =
            "A polynomial computes several exponentials at once, and all cores together use the full memory bandwidth.",
        .wastes = "The exponential takes more instructions than everything else together.",
        .parent = "rbf_matrix/cpu_naive",
        .backend = Backend::cpu,
        .uses_all_threads = true,
        .launch = launch};
}

} // namespace pairscope::ladder::rbf_matrix
#endif
