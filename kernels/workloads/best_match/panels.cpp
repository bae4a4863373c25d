// SPDX-License-Identifier: MIT
// A tile is 12 vectors by two registers of candidates, or 6 vectors if there are fewer registers. Each register of
// candidates that is loaded serves 12 multiply-adds, and each coordinate of a vector serves two.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/best_match/panels.cpp" // Highway compiles this file repeatedly
// Vectors of a length that is not known before the program runs cannot be elements of an array.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_RVV)
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/host_run.h"
#include "kernels/workloads/best_match/panels.h"
#include "kernels/workloads/best_match/screen.h"

#include <algorithm>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace pairscope::matching {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
constexpr int registers_of_panel = 2;
/// AVX-512 and NEON have 32 registers, the other targets have 16.
constexpr int rows_of_tile = HWY_MAX_BYTES == 64 || HWY_ARCH_ARM ? 12 : 6;

int width() { return registers_of_panel * static_cast<int>(hn::Lanes(Floats())); }
int rows() { return rows_of_tile; }

/// Offers the scores of a register that exceed the third highest so far. Few of them do.
HWY_INLINE void offer(Floats d, hn::Vec<Floats> scores, std::int64_t first, std::int64_t cols, Screen& screen) {
    if (HWY_LIKELY(hn::AllFalse(d, hn::Gt(scores, hn::Set(d, screen.third_score))))) return;
    HWY_ALIGN float values[HWY_MAX_BYTES / sizeof(float)];
    hn::Store(scores, d, values);
    const std::int64_t count = std::min(cols - first, static_cast<std::int64_t>(hn::Lanes(d)));
    for (std::int64_t k = 0; k < count; ++k) screen.offer(values[k], static_cast<std::int32_t>(first + k));
}

/// Offers a panel's candidates, from number `first` on, to the vectors of a tile. Coordinate k of vector i is tile[k *
/// rows_of_tile + i].
void offer_panel(const float* HWY_RESTRICT tile, Screen* const* screens, const float* HWY_RESTRICT panel, int dims,
                 std::int64_t first, std::int64_t cols) {
    const Floats d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    hn::Vec<Floats> sums[rows_of_tile][registers_of_panel];
    for (auto& of_row : sums)
        for (auto& sum : of_row) sum = hn::Zero(d);
    for (int k = 0; k < dims; ++k) {
        const auto y0 = hn::Load(d, panel + 2 * k * lanes), y1 = hn::Load(d, panel + (2 * k + 1) * lanes);
#pragma GCC unroll 12
        for (int i = 0; i < rows_of_tile; ++i) {
            const auto value = hn::Set(d, tile[k * rows_of_tile + i]);
            sums[i][0] = hn::MulAdd(value, y0, sums[i][0]);
            sums[i][1] = hn::MulAdd(value, y1, sums[i][1]);
        }
    }
    for (int i = 0; i < rows_of_tile; ++i) {
        offer(d, sums[i][0], first, cols, *screens[i]);
        offer(d, sums[i][1], first + lanes, cols, *screens[i]);
    }
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::matching
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::matching {
namespace {

HWY_EXPORT(width);
HWY_EXPORT(rows);
HWY_EXPORT(offer_panel);

constexpr int widest_panel = 2 * 2048 / 32; // two of the longest vector registers that exist
constexpr int most_tile_rows = 12;

int panel_width() { return HWY_DYNAMIC_DISPATCH(width)(); }
int tile_rows() { return HWY_DYNAMIC_DISPATCH(rows)(); }
std::int64_t panel_count(const MatchSets& sets) { return (sets.cols + panel_width() - 1) / panel_width(); }

/// How many rows of the first set share the panels in the cache. They are few enough that a run can be stopped within
/// 100 ms.
std::int64_t rows_at_once(const MatchSets& sets) {
    constexpr std::int64_t terms = 1 << 30, most = 8;
    return std::clamp<std::int64_t>(terms / (std::int64_t{sets.cols} * sets.dims * tile_rows()), 1, most) * tile_rows();
}

/// Coordinate k of candidate i of a panel is panel[k * width + i]. After the last candidate there are zeros.
void fill_panel(const MatchSets& sets, std::int64_t index, float* panels) {
    const std::int64_t width = panel_width(), first = index * width;
    const std::int64_t count = std::min<std::int64_t>(width, sets.cols - first);
    float* const panel = panels + index * width * sets.dims;
    for (int k = 0; k < sets.dims; ++k)
        for (std::int64_t i = 0; i < width; ++i)
            panel[k * width + i] = i < count ? sets.b[(first + i) * sets.b_pitch + k] : 0.0f;
}

/// Copies the vectors of a tile, from row `first` on, in the order that offer_panel() expects. After the last row there
/// are zeros.
void fill_tile(const MatchSets& sets, std::int64_t first, std::int64_t last, float* tile) {
    for (int k = 0; k < sets.dims; ++k)
        for (std::int64_t row = first; row < first + tile_rows(); ++row)
            *tile++ = row < last ? sets.a[row * sets.a_pitch + k] : 0.0f;
}

/// Offers all candidates to the vectors from `first` on, as many as there are screens.
void screen_panels(const MatchSets& sets, const float* panels, std::int64_t first, std::span<Screen> screens) {
    const auto offer_panel = HWY_DYNAMIC_DISPATCH(offer_panel);
    const std::int64_t width = panel_width(), count = panel_count(sets), tile = tile_rows(), rows = std::ssize(screens);
    const std::int64_t tiles = (rows + tile - 1) / tile;
    std::vector<float> x(static_cast<std::size_t>(tiles * tile * sets.dims));
    for (std::int64_t at = 0; at < tiles; ++at)
        fill_tile(sets, first + at * tile, first + rows, x.data() + at * tile * sets.dims);
    Screen nobody;
    for (std::int64_t index = 0; index < count; ++index)
        for (std::int64_t at = 0; at < tiles; ++at) {
            Screen* of[most_tile_rows];
            for (std::int64_t i = 0; i < tile; ++i)
                of[i] = at * tile + i < rows ? &screens[static_cast<std::size_t>(at * tile + i)] : &nobody;
            offer_panel(x.data() + at * tile * sets.dims, of, panels + index * width * sets.dims, sets.dims,
                        index * width, sets.cols);
        }
}

} // namespace

std::int64_t panel_bytes(const Workload& workload) {
    return (workload.cols + widest_panel) * workload.dims * std::int64_t{sizeof(float)};
}

void match_with_panels(const Run& run, int threads) {
    const MatchSets sets = match_sets(run.problem);
    const std::stop_token stop = run.host->stop;
    auto* const panels = reinterpret_cast<float*>(run.problem.workspace);
    cpu::for_rows({.rows = panel_count(sets), .step = 4, .threads = threads, .stop = stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first) fill_panel(sets, first, panels);
                  });
    const cpu::RowLoop loop{.rows = sets.rows,
                            .step = rows_at_once(sets),
                            .threads = threads,
                            .stop = stop,
                            .rows_done = run.host->rows_done};
    Decision decision(sets);
    cpu::for_rows(loop, [&](std::int64_t first, std::int64_t last) {
        std::vector<Screen> screens(static_cast<std::size_t>(last - first));
        screen_panels(sets, panels, first, screens);
        decision.decide(screens, first);
    });
    decision.finish(threads, stop);
}

} // namespace pairscope::matching
#endif
