// SPDX-License-Identifier: MIT
// The second set is first copied into panels, from which a vector register loads the same coordinate of neighbouring
// vectors. As many panels as stay in the first-level cache serve many rows. Four rows and two registers of columns make
// 8 sums in registers, so no addition waits for the one before it.
//
// The roots come from the estimate 1 / sqrt(x) and one Newton step, because the square-root unit would take longer than
// the sums of 16 coordinates.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/cross_distance/ladder/cpu_simd_tile.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/cross_distance/problem.h"

#include <algorithm>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::cross_distance {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
using Vector = hn::Vec<Lanes>;
constexpr int tile_rows = 4;
constexpr std::int64_t block_floats = 8192; // coordinates of the second set: 32 KiB

/// The vector units of x86 estimate 1 / sqrt(x) to 11 bits at least, which one Newton step doubles; elsewhere the
/// estimate may be too rough.
constexpr bool can_refine = HWY_ARCH_X86 != 0 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128;

/// The square root, with an error of about 3e-7. The clamp keeps the estimate finite and above 0, and s itself is a
/// factor, so 0 stays 0, infinity stays infinity, and neither becomes NaN.
HWY_INLINE Vector root(Lanes d, Vector s) {
    if (!can_refine) return hn::Sqrt(s);
    const auto clamped = hn::Min(hn::Max(s, hn::Set(d, std::numeric_limits<float>::min())),
                                 hn::Set(d, std::numeric_limits<float>::max()));
    const auto estimate = hn::ApproximateReciprocalSqrt(clamped);
    const auto half = hn::Mul(estimate, hn::Set(d, 0.5f));
    return hn::Mul(s, hn::Mul(estimate, hn::NegMulAdd(hn::Mul(clamped, estimate), half, hn::Set(d, 1.5f))));
}

/// sum + (x - y)^2
HWY_INLINE Vector added(Vector sum, Vector x, Vector y) {
    const auto difference = hn::Sub(x, y);
    return hn::MulAdd(difference, difference, sum);
}

/// Stores the entries of a register that lie in the row. `left` says how many columns of the row are left.
HWY_INLINE void store(Lanes d, Vector v, float* out, std::int64_t left) {
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    if (left >= lanes) {
        if (reinterpret_cast<std::uintptr_t>(out) % (static_cast<std::uintptr_t>(lanes) * sizeof(float)) == 0)
            hn::Stream(v, d, out);
        else
            hn::StoreU(v, d, out);
        return;
    }
    HWY_ALIGN float values[HWY_MAX_BYTES / sizeof(float)];
    hn::Store(v, d, values);
    for (std::int64_t k = 0; k < left; ++k) out[k] = values[k];
}

/// Where four rows begin in the first set and in the output. Some of the four may be the same row.
struct Rows {
    const float* x[tile_rows];
    float* out[tile_rows];
};

/// Writes the distances of four vectors to two registers of columns, of which `left` exist.
HWY_INLINE void write_tile(const Rows& rows, const float* HWY_RESTRICT panel, int dims, std::int64_t col,
                           std::int64_t left) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto s00 = hn::Zero(d), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
    for (int k = 0; k < dims; ++k) {
        const auto y0 = hn::Load(d, panel + 2 * k * lanes), y1 = hn::Load(d, panel + (2 * k + 1) * lanes);
        const auto x0 = hn::Set(d, rows.x[0][k]), x1 = hn::Set(d, rows.x[1][k]);
        const auto x2 = hn::Set(d, rows.x[2][k]), x3 = hn::Set(d, rows.x[3][k]);
        s00 = added(s00, x0, y0), s01 = added(s01, x0, y1);
        s10 = added(s10, x1, y0), s11 = added(s11, x1, y1);
        s20 = added(s20, x2, y0), s21 = added(s21, x2, y1);
        s30 = added(s30, x3, y0), s31 = added(s31, x3, y1);
    }
    store(d, root(d, s00), rows.out[0] + col, left);
    store(d, root(d, s10), rows.out[1] + col, left);
    store(d, root(d, s20), rows.out[2] + col, left);
    store(d, root(d, s30), rows.out[3] + col, left);
    if (left <= lanes) return;
    store(d, root(d, s01), rows.out[0] + col + lanes, left - lanes);
    store(d, root(d, s11), rows.out[1] + col + lanes, left - lanes);
    store(d, root(d, s21), rows.out[2] + col + lanes, left - lanes);
    store(d, root(d, s31), rows.out[3] + col + lanes, left - lanes);
}

/// How many vectors of the second set a panel has.
std::int64_t panel_width() { return 2 * static_cast<std::int64_t>(hn::Lanes(Lanes())); }

/// Copies vectors of the second set: coordinate k of a panel's vector i is panel[k * width + i]. After the last vector
/// there are zeros.
void copy_panel(const CrossSets& sets, std::int64_t index, float* HWY_RESTRICT panel) {
    const std::int64_t width = panel_width(), first = index * width, count = std::min(width, sets.cols - first);
    for (int k = 0; k < sets.dims; ++k)
        for (std::int64_t i = 0; i < width; ++i)
            panel[k * width + i] = i < count ? sets.b[(first + i) * sets.b_pitch + k] : 0.0f;
}

Rows rows_at(const CrossSets& sets, const LinearMemory& out, std::int64_t first, std::int64_t last) {
    Rows rows{};
    for (int i = 0; i < tile_rows; ++i) {
        const std::int64_t row = std::min(first + i, last - 1); // the last row again if there are no more
        rows.x[i] = sets.a + row * sets.a_pitch;
        rows.out[i] = out.data + row * out.pitch;
    }
    return rows;
}

void write_rows(const CrossSets& sets, const float* panels, const LinearMemory& out, std::int64_t first,
                std::int64_t last) {
    const std::int64_t width = panel_width(), panel_floats = width * sets.dims;
    const std::int64_t panel_count = (sets.cols + width - 1) / width;
    const std::int64_t at_once = std::max<std::int64_t>(block_floats / panel_floats, 1);
    for (std::int64_t block = 0; block < panel_count; block += at_once)
        for (std::int64_t row = first; row < last; row += tile_rows) {
            const Rows rows = rows_at(sets, out, row, last);
            for (std::int64_t p = block; p < std::min(block + at_once, panel_count); ++p)
                write_tile(rows, panels + p * panel_floats, sets.dims, p * width, sets.cols - p * width);
        }
    hwy::FlushStream(); // streaming stores are weakly ordered: other cores see all of them only after this
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::cross_distance
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::cross_distance {
namespace {

HWY_EXPORT(write_rows);
HWY_EXPORT(copy_panel);
HWY_EXPORT(panel_width);

/// The number of rows that each thread gets at a time. Many rows share the panels in the cache, but a run has to stop
/// within 100 ms.
std::int64_t rows_at_once(const CrossSets& sets) {
    constexpr std::int64_t terms = 1 << 29, most = 128, least = 8;
    const std::int64_t rows = terms / (std::int64_t{sets.cols} * sets.dims) / least * least;
    return std::clamp(rows, least, most);
}

void launch(const Run& run) {
    const CrossSets sets = cross_sets(run);
    const auto out = std::get<LinearMemory>(run.problem.out);
    const auto write_rows = HWY_DYNAMIC_DISPATCH(write_rows);
    const auto copy_panel = HWY_DYNAMIC_DISPATCH(copy_panel);
    const std::int64_t width = HWY_DYNAMIC_DISPATCH(panel_width)();
    auto* const panels = reinterpret_cast<float*>(run.problem.workspace);
    cpu::for_rows(
        {.rows = (sets.cols + width - 1) / width, .step = 4, .threads = run.host->threads, .stop = run.host->stop},
        [&](std::int64_t first, std::int64_t last) {
            for (; first < last; ++first) copy_panel(sets, first, panels + first * width * sets.dims);
        });
    cpu::for_rows({.rows = sets.rows,
                   .step = rows_at_once(sets),
                   .threads = run.host->threads,
                   .stop = run.host->stop,
                   .rows_done = run.host->rows_done},
                  [&](std::int64_t first, std::int64_t last) { write_rows(sets, panels, out, first, last); });
}

/// The panels take this memory. The last panel may be wider than the columns that are left.
std::int64_t workspace_bytes(const Workload& workload) {
    constexpr std::int64_t widest = 2 * 2048 / 32; // two of the longest vector registers that exist
    return (workload.cols + widest) * workload.dims * std::int64_t{sizeof(float)};
}

} // namespace

KernelVariant cpu_simd_tile_variant() {
    return {.title = "Register tiles, all cores",
            .teaches = "Each loaded coordinate serves two or four of the eight sums in registers, and streaming stores "
                       "bypass the caches.",
            .wastes = "Each multiply-add needs a subtraction first; the expanded form needs half as many instructions.",
            .parent = "cross_distance/cpu_blocked",
            .backend = Backend::cpu,
            .uses_all_threads = true,
            .workspace_bytes = workspace_bytes,
            .launch = launch};
}

} // namespace pairscope::ladder::cross_distance
#endif
