// SPDX-License-Identifier: MIT
// With AVX-512 a vector register holds 16 columns.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/distance_matrix/ladder/cpu_simd.cpp" // how Highway compiles this file again and again
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/ladder/host_run.h"
#include "kernels/workloads/distance_matrix/problem.h"

#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::distance_matrix {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

/// One row: the distances from (x, y) to all n points.
void write_row(const float* HWY_RESTRICT points, std::int64_t n, std::int64_t row, float* HWY_RESTRICT out) {
    const hn::ScalableTag<float> d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    const float x = points[2 * row], y = points[2 * row + 1];
    std::int64_t col = 0;
    for (; col + lanes <= n; col += lanes) {
        hn::Vec<decltype(d)> xs, ys;
        hn::LoadInterleaved2(d, points + 2 * col, xs, ys); // x0 y0 x1 y1 ... becomes x0 x1 ... and y0 y1 ...
        const auto dx = hn::Sub(hn::Set(d, x), xs);
        const auto dy = hn::Sub(hn::Set(d, y), ys);
        hn::StoreU(hn::Sqrt(hn::MulAdd(dx, dx, hn::Mul(dy, dy))), d, out + col);
    }
    for (; col < n; ++col) { // fewer columns are left than a register holds
        const float dx = x - points[2 * col], dy = y - points[2 * col + 1];
        out[col] = std::sqrt(dx * dx + dy * dy);
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::distance_matrix
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::distance_matrix {
namespace {

HWY_EXPORT(write_row);

void launch(const Run& run) {
    const auto problem = distance_matrix_problem(run);
    const auto out = std::get<LinearMemory>(problem.out);
    const auto write_row = HWY_DYNAMIC_DISPATCH(write_row);
    for (std::int64_t row = 0; row < problem.n; ++row) {
        if (run.host->stop.stop_requested()) return;
        write_row(problem.points, problem.n, row, out.data + row * out.pitch);
        if (run.host->rows_done != nullptr) ++*run.host->rows_done;
    }
}

/// Like cpu_naive: ordinary stores read each line before they write it, so the output crosses the memory bus twice.
double predicted_bytes(const Workload& workload) {
    const double entries = static_cast<double>(workload.rows) * static_cast<double>(workload.cols);
    return 2 * sizeof(float) * entries + 2 * sizeof(float) * static_cast<double>(workload.rows);
}

} // namespace

KernelVariant cpu_simd_variant() {
    return {
        .title = "Vector instructions, one thread",
        .teaches = "One vector instruction computes 4 to 16 columns at once. The best instruction set is picked when "
                   "the program runs.",
        .wastes =
            "The other cores do nothing, and the CPU still reads every cache line of the matrix before it writes it.",
        .parent = "distance_matrix/cpu_blocked",
        .backend = Backend::cpu,
        .launch = launch,
        .predicted_bytes = predicted_bytes,
        .tolerance = 1e-6};
}

} // namespace pairscope::ladder::distance_matrix
#endif
