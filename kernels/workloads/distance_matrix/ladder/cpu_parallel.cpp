// SPDX-License-Identifier: MIT
// What streaming stores gain depends on the machine. On an Intel Xeon, two cores fill memory at 45 instead of 19 GB/s.
// On an AMD EPYC (Zen 4), which reads and writes over separate wires, this loop runs at 26 instead of 21 GB/s on one
// core. Streaming stores need aligned vectors, so the entries before the first aligned one of a row are written one by
// one.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/distance_matrix/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/distance_matrix/problem.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::distance_matrix {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;

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

void write_row(const float* HWY_RESTRICT points, std::int64_t n, std::int64_t row, float* HWY_RESTRICT out) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const auto x = hn::Set(d, points[2 * row]), y = hn::Set(d, points[2 * row + 1]);
    std::int64_t col = head_of(out, lanes, n);
    write_end(points, row, 0, col, out);
    for (; col + lanes <= n; col += lanes) {
        Vector xs, ys;
        hn::LoadInterleaved2(d, points + 2 * col, xs, ys);
        const auto dx = hn::Sub(x, xs), dy = hn::Sub(y, ys);
        hn::Stream(hn::Sqrt(hn::MulAdd(dx, dx, hn::Mul(dy, dy))), d, out + col);
    }
    write_end(points, row, col, n, out);
}

void write_rows(const DistanceMatrixProblem& problem, std::int64_t first, std::int64_t last) {
    const auto out = std::get<LinearMemory>(problem.out);
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

constexpr std::int64_t rows_at_once =
    16; // given to a thread at a time: a few hundred microseconds of work at n = 32768

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
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
    return {.title = "All cores, streaming stores",
            .teaches = "Streaming stores bypass the caches, so no line is read before it is written, and only half of "
                       "the traffic is left. The rows are divided among all cores.",
            .wastes = "The sqrt unit is now the limit, so memory is not busy all the time.",
            .parent = "distance_matrix/cpu_simd",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .launch = launch,
            .tolerance = 1e-6};
}

} // namespace pairscope::ladder::distance_matrix
#endif
