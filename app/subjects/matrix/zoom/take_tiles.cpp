// SPDX-License-Identifier: MIT
// What the tiles that a worker made change: the tiles that are known, and the range of all entries.
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

/// What the first look, or an exact tile, says about all entries.
void widen(MatrixSummary& summary, const ValueRange& range) {
    summary.min = std::isnan(summary.min) ? range.low : std::min(summary.min, range.low);
    summary.max = std::isnan(summary.max) ? range.high : std::max(summary.max, range.high);
}

void take_sample(MatrixSummary& summary, const Overview& single_entries) {
    summary.sample.clear();
    std::ranges::copy_if(single_entries.mean, std::back_inserter(summary.sample),
                         [](float value) { return std::isfinite(value); });
    std::ranges::sort(summary.sample);
}

/// Makes the tile that covers this one from four exact tiles, and so on up to the whole matrix.
void make_coarser(DeepZoomState& deep, TileKey key) {
    while (deep.unusable == 0 && key.level < top_level(deep.shape)) {
        const TileKey above = covering_tile(key, key.level + 1);
        if (deep.tiles.is_exact(above)) return;
        std::vector<const Overview*> parts;
        for (int k = 0; k < 4; ++k) {
            const TileKey part{key.level, 2 * above.row + k / 2, 2 * above.col + k % 2};
            const Region texels = texels_of(part, deep.shape);
            const bool is_outside = texels.rows == 0 || texels.cols == 0;
            if (!is_outside && !deep.tiles.is_exact(part)) return;
            parts.push_back(is_outside ? nullptr : deep.tiles.find(part)->blocks.get());
        }
        deep.tiles.insert(above, {std::make_shared<const Overview>(merged(above, parts, deep.shape)), 0});
        key = above;
    }
}

void take_tile(DeepZoomState& deep, const TileKey& key, const Tile& tile) {
    if (deep.summary.sample.empty() && key == whole_matrix(deep.shape)) take_sample(deep.summary, *tile.blocks);
    deep.tiles.insert(key, tile);
    if (tile.is_exact()) make_coarser(deep, key);
}

} // namespace

namespace event {

void take(const TilesMade& made, State& state) {
    DeepZoomState& deep = state.deep;
    if (made.revision != state.data.revision || made.order != order_now(state)) return;
    if (made.tiles.empty()) return;
    const bool is_other_matrix = deep.revision != made.revision || deep.shape != made.shape;
    if (is_other_matrix || deep.order != made.order) deep.tiles.clear();
    deep.order = made.order;
    if (is_other_matrix) {
        deep.revision = made.revision;
        deep.shape = made.shape;
        deep.summary = {.min = std::nanf(""), .max = std::nanf(""), .sample = {}};
    }
    if (made.unusable) deep.unusable = *made.unusable;
    deep.failure.clear();
    if (made.range) widen(deep.summary, *made.range);
    for (const auto& [key, tile] : made.tiles) take_tile(deep, key, tile);
}

void take_failure(const TilesMade& made, const Failure& failure, State& state) {
    notify(state, Severity::error, failure.message, {Topic::picture, {}});
    if (made.revision != state.data.revision || made.order != order_now(state)) return;
    state.deep.failed_revision = made.revision;
    state.deep.failure = failure.message;
}

} // namespace event

} // namespace pairscope::app
