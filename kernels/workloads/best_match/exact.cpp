// SPDX-License-Identifier: MIT
// Vector registers hold the scores of neighbouring candidates, so that each of them adds its products in ascending
// order of the coordinates.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/workloads/best_match/exact.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/aligned_allocator.h>

#include "kernels/engines/cpu/parallel.h"
#include "kernels/workloads/best_match/exact.h"

#include <algorithm>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace pairscope::matching {
namespace HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
constexpr int rows_of_tile = 4;

/// How many candidates a panel has.
std::int64_t width_of_panel() { return 2 * static_cast<std::int64_t>(hn::Lanes(Doubles())); }

/// Offers the scores of a register that can be among the best two. They belong to the candidates from `first` on, of
/// which `count` exist.
HWY_INLINE void offer(Doubles d, hn::Vec<Doubles> scores, std::int64_t first, std::int64_t count, BestTwo& best) {
    if (hn::AllFalse(d, hn::Gt(scores, hn::Set(d, best.second_score)))) return;
    HWY_ALIGN double values[HWY_MAX_BYTES / sizeof(double)];
    hn::Store(scores, d, values);
    const std::int64_t last = std::min(count, static_cast<std::int64_t>(hn::Lanes(d)));
    for (std::int64_t k = 0; k < last; ++k) best.offer(values[k], static_cast<std::int32_t>(first + k));
}

/// The scores of four vectors with a panel's candidates, of which `count` exist. Some of the four may be the same one.
void offer_panel(const float* const (&x)[rows_of_tile], const double* HWY_RESTRICT panel, int dims, std::int64_t first,
                 std::int64_t count, BestTwo* const (&best)[rows_of_tile]) {
    const Doubles d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto s00 = hn::Zero(d), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
    for (int k = 0; k < dims; ++k) {
        const auto y0 = hn::Load(d, panel + 2 * k * lanes), y1 = hn::Load(d, panel + (2 * k + 1) * lanes);
        const auto x0 = hn::Set(d, double{x[0][k]}), x1 = hn::Set(d, double{x[1][k]});
        const auto x2 = hn::Set(d, double{x[2][k]}), x3 = hn::Set(d, double{x[3][k]});
        s00 = hn::MulAdd(x0, y0, s00), s01 = hn::MulAdd(x0, y1, s01);
        s10 = hn::MulAdd(x1, y0, s10), s11 = hn::MulAdd(x1, y1, s11);
        s20 = hn::MulAdd(x2, y0, s20), s21 = hn::MulAdd(x2, y1, s21);
        s30 = hn::MulAdd(x3, y0, s30), s31 = hn::MulAdd(x3, y1, s31);
    }
    offer(d, s00, first, count, *best[0]), offer(d, s01, first + lanes, count - lanes, *best[0]);
    offer(d, s10, first, count, *best[1]), offer(d, s11, first + lanes, count - lanes, *best[1]);
    offer(d, s20, first, count, *best[2]), offer(d, s21, first + lanes, count - lanes, *best[2]);
    offer(d, s30, first, count, *best[3]), offer(d, s31, first + lanes, count - lanes, *best[3]);
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::matching
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::matching {
namespace {

HWY_EXPORT(width_of_panel);
HWY_EXPORT(offer_panel);

/// Some of the candidates, in double precision: coordinate k of a panel's candidate i is panel[k * width + i].
struct Panels {
    std::int64_t first = 0, count = 0, width = 0; ///< candidates
    hwy::AlignedFreeUniquePtr<double[]> values;

    [[nodiscard]] const double* panel(std::int64_t index, int dims) const {
        return values.get() + index * width * dims;
    }
};

Panels panels_of(const MatchSets& sets, std::int64_t first, std::int64_t most, int threads) {
    const std::int64_t width = HWY_DYNAMIC_DISPATCH(width_of_panel)();
    Panels panels{.first = first, .count = std::min(most, sets.cols - first), .width = width, .values = {}};
    const std::int64_t count = (panels.count + width - 1) / width;
    panels.values = hwy::AllocateAligned<double>(static_cast<std::size_t>(count * width * sets.dims));
    cpu::for_rows({.rows = count, .step = 16, .threads = threads}, [&](std::int64_t from, std::int64_t to) {
        for (double* panel = panels.values.get() + from * width * sets.dims; from < to; ++from)
            for (int k = 0; k < sets.dims; ++k)
                for (std::int64_t at = from * width; at < (from + 1) * width; ++at)
                    *panel++ = at < panels.count ? double{sets.b[(first + at) * sets.b_pitch + k]} : 0.0;
    });
    return panels;
}

/// Offers the panels' candidates to these rows, of which `best` are the best two so far.
void offer_panels(const MatchSets& sets, const Panels& panels, std::span<const std::int64_t> rows, BestTwo* best) {
    const auto offer_panel = HWY_DYNAMIC_DISPATCH(offer_panel);
    BestTwo nobody[4];
    for (std::size_t row = 0; row < rows.size(); row += 4) {
        const float* x[4];
        BestTwo* of[4];
        for (std::size_t i = 0; i < 4; ++i) {
            const bool exists = row + i < rows.size();
            x[i] = sets.a + rows[exists ? row + i : row] * sets.a_pitch;
            of[i] = exists ? best + row + i : &nobody[i];
        }
        for (std::int64_t at = 0; at < panels.count; at += panels.width)
            offer_panel(x, panels.panel(at / panels.width, sets.dims), sets.dims, panels.first + at, panels.count - at,
                        of);
    }
}

} // namespace

double exact_score(const float* x, const float* y, int dims) {
    double sum = 0.0;
    for (int k = 0; k < dims; ++k) sum += double{x[k]} * double{y[k]};
    return sum;
}

void find_exact_matches(const MatchSets& sets, std::span<const std::int64_t> rows, std::span<FoundMatch> found,
                        int threads, std::stop_token stop) {
    constexpr std::int64_t most_bytes = 64 << 20, terms_at_once = 1 << 26;
    const std::int64_t cols_at_once =
        std::max<std::int64_t>(most_bytes / (std::int64_t{sizeof(double)} * sets.dims), 64) / 64 * 64;
    if (rows.empty()) return;
    std::vector<BestTwo> best(rows.size());
    for (std::int64_t first = 0; first < sets.cols && !stop.stop_requested(); first += cols_at_once) {
        const Panels panels = panels_of(sets, first, cols_at_once, threads);
        const std::int64_t step = std::clamp<std::int64_t>(terms_at_once / (panels.count * sets.dims), 4, 64) / 4 * 4;
        cpu::for_rows({.rows = std::ssize(rows), .step = step, .threads = threads, .stop = stop}, [&](std::int64_t from,
                                                                                                      std::int64_t to) {
            const auto part = rows.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
            offer_panels(sets, panels, part, best.data() + from);
        });
    }
    if (stop.stop_requested()) return;
    for (std::size_t i = 0; i < rows.size(); ++i) found[i] = best[i].match();
}

} // namespace pairscope::matching
#endif
