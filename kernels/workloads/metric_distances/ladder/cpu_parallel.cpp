// SPDX-License-Identifier: MIT
// Adds to cpu_naive: vector instructions, all cores, and streaming stores, which bypass the caches. The set is column-
// major, so a register loads the same coordinate of neighbouring vectors. Four rows and two registers of columns make
// eight sums, so no step waits for the one before it. For cosine distances the length of each vector is computed once,
// before the tiles.
//
// Still wasted: of these metrics, only the cosine distance needs nothing but multiply-adds. The coordinates of long
// vectors come from the caches again for every four rows.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE                                                                                             \
    "kernels/workloads/metric_distances/ladder/cpu_parallel.cpp" // Highway compiles this file repeatedly
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <hwy/cache_control.h>

#include "kernels/metrics/added-inl.h"
#include "kernels/metrics/formulas.h"
#include "kernels/metrics/parallel.h"
#include "kernels/metrics/set.h"
#include "kernels/workloads/metric_distances/ladder.h"

#include <algorithm>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace pairscope::ladder::metric_distances {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using metrics::Set;
using metrics::HWY_NAMESPACE::added;
using metrics::HWY_NAMESPACE::Lanes;
using metrics::HWY_NAMESPACE::Vector;

constexpr std::int64_t tile_rows = 4;

/// Like Formula::entry(), for a register of pairs.
template <class Formula> HWY_INLINE Vector entry(Lanes d, Vector sum, float weight, const float* weights) {
    if constexpr (Formula::ending == PairEnding::root) return hn::Sqrt(sum);
    if constexpr (Formula::ending == PairEnding::fraction) return hn::Div(sum, hn::Set(d, weight));
    if constexpr (!Formula::needs_norms) return sum;
    const auto cosine = hn::Mul(hn::Mul(sum, hn::Set(d, weight)), hn::LoadU(d, weights));
    const auto distance = hn::Sub(hn::Set(d, 1.0f), cosine);
    return hn::IfThenElse(hn::Lt(distance, hn::Zero(d)), hn::Zero(d), distance);
}

HWY_INLINE void store(Lanes d, Vector v, float* out) {
    const auto bytes = static_cast<std::uintptr_t>(hn::Lanes(d)) * sizeof(float);
    if (reinterpret_cast<std::uintptr_t>(out) % bytes == 0)
        hn::Stream(v, d, out);
    else
        hn::StoreU(v, d, out);
}

/// Four rows of a column-major set, some of which may be the same row, and where they begin in the output. `weights`
/// has a number for each vector where the formula needs norms.
struct Tile {
    std::int64_t rows[tile_rows];
    float* out[tile_rows];
    const float* weights;
    float dims; ///< what a row's entries are divided by where they are fractions

    [[nodiscard]] float weight(int r) const { return weights == nullptr ? dims : weights[rows[r]]; }
};

/// Writes the entries of four rows and two registers of columns.
template <class Formula> HWY_INLINE void write_tile(const Set& set, const Tile& tile, std::int64_t col) {
    const Lanes d;
    const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
    auto s00 = hn::Zero(d), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
    for (std::int64_t k = 0; k < set.dims; ++k) {
        const float* const all = set.data + k * set.pitch;
        const auto y0 = hn::LoadU(d, all + col), y1 = hn::LoadU(d, all + col + lanes);
        const auto x0 = hn::Set(d, all[tile.rows[0]]), x1 = hn::Set(d, all[tile.rows[1]]);
        const auto x2 = hn::Set(d, all[tile.rows[2]]), x3 = hn::Set(d, all[tile.rows[3]]);
        s00 = added<Formula>(d, s00, x0, y0), s01 = added<Formula>(d, s01, x0, y1);
        s10 = added<Formula>(d, s10, x1, y0), s11 = added<Formula>(d, s11, x1, y1);
        s20 = added<Formula>(d, s20, x2, y0), s21 = added<Formula>(d, s21, x2, y1);
        s30 = added<Formula>(d, s30, x3, y0), s31 = added<Formula>(d, s31, x3, y1);
    }
    const float* const weights = tile.weights + (tile.weights == nullptr ? 0 : col);
    store(d, entry<Formula>(d, s00, tile.weight(0), weights), tile.out[0] + col);
    store(d, entry<Formula>(d, s10, tile.weight(1), weights), tile.out[1] + col);
    store(d, entry<Formula>(d, s20, tile.weight(2), weights), tile.out[2] + col);
    store(d, entry<Formula>(d, s30, tile.weight(3), weights), tile.out[3] + col);
    const float* const more = weights + (weights == nullptr ? 0 : lanes);
    store(d, entry<Formula>(d, s01, tile.weight(0), more), tile.out[0] + col + lanes);
    store(d, entry<Formula>(d, s11, tile.weight(1), more), tile.out[1] + col + lanes);
    store(d, entry<Formula>(d, s21, tile.weight(2), more), tile.out[2] + col + lanes);
    store(d, entry<Formula>(d, s31, tile.weight(3), more), tile.out[3] + col + lanes);
}

/// The columns from `col` on that do not fill two registers, one by one.
template <class Formula> void write_rest(const Set& set, const Tile& tile, std::int64_t col) {
    for (int r = 0; r < tile_rows; ++r)
        for (std::int64_t at = col; at < set.count; ++at) {
            float sum = 0.0f;
            for (std::int64_t k = 0; k < set.dims; ++k)
                sum = Formula::added(sum, set.data[k * set.pitch + tile.rows[r]], set.data[k * set.pitch + at]);
            const float weight = tile.weights == nullptr ? 0.0f : tile.weights[at];
            tile.out[r][at] = Formula::entry(sum, tile.weight(r), weight);
        }
}

template <class Formula>
void write_rows(const Set& set, const float* weights, const LinearMemory& out, std::int64_t first, std::int64_t last) {
    const auto width = 2 * static_cast<std::int64_t>(hn::Lanes(Lanes()));
    for (std::int64_t row = first; row < last; row += tile_rows) {
        Tile tile{.rows = {}, .out = {}, .weights = weights, .dims = static_cast<float>(set.dims)};
        for (int r = 0; r < tile_rows; ++r) {
            tile.rows[r] = std::min(row + r, last - 1); // the last row again if there are no more
            tile.out[r] = out.data + tile.rows[r] * out.pitch;
        }
        std::int64_t col = 0;
        for (; col + width <= set.count; col += width) write_tile<Formula>(set, tile, col);
        write_rest<Formula>(set, tile, col);
    }
    hwy::FlushStream(); // streaming stores are weakly ordered: other cores see all of them only after this
}

using WriteRows = void (*)(const Set&, const float*, const LinearMemory&, std::int64_t, std::int64_t);

template <class... Formulas> WriteRows rows_writer_of(metrics::FormulaList<Formulas...>, Metric metric) {
    WriteRows found = nullptr;
    ((Formulas::metric == metric ? void(found = write_rows<Formulas>) : void()), ...);
    return found;
}
/// The function that writes rows by the formula of the metric.
WriteRows rows_writer(Metric metric) { return rows_writer_of(metrics::AllMetrics(), metric); }

} // namespace
} // namespace HWY_NAMESPACE
} // namespace pairscope::ladder::metric_distances
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pairscope::ladder::metric_distances {
namespace {

HWY_EXPORT(rows_writer);

template <class Formula> void launch(const Run& run) {
    metrics::write_matrix<Formula>(run, HWY_DYNAMIC_DISPATCH(rows_writer)(Formula::metric));
}

} // namespace

std::vector<KernelVariant> cpu_parallel_variants() {
    return pairscope::metric_distances::for_each_metric([]<class Formula>(Formula, const auto& entry) {
        return KernelVariant{.title = "Register tiles, all cores",
                             .teaches = entry.parallel_teaches,
                             .wastes = entry.parallel_wastes,
                             .parent = "cpu_naive",
                             .backend = Backend::cpu,
                             .uses_all_threads = true,
                             .layout = Layout::column_major,
                             .workspace_bytes = Formula::needs_norms ? metrics::one_float_each : nullptr,
                             .launch = launch<Formula>};
    });
}

} // namespace pairscope::ladder::metric_distances
#endif
