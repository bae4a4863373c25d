// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/zoom/zoom.h"

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/undo.h"
#include "app/spine/update/update.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/place_in_matrix.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr double close = 32.0; // [pixels per entry]: single entries, and many around them

Cell middle_of(const State& state, MatrixShape shape) {
    const Position center =
        state.view.fit ? Position{double(shape.rows) / 2, double(shape.cols) / 2} : state.view.heatmap.center;
    return cell_there(shown_order(state), {std::clamp(std::int64_t(center.row), std::int64_t{0}, shape.rows - 1),
                                           std::clamp(std::int64_t(center.col), std::int64_t{0}, shape.cols - 1)});
}

void use_view(State& state, const ViewText& view) {
    if (const std::string reason = why_not_viewed(state, view); !reason.empty()) {
        notify(state, Severity::error, "The view was not changed. " + reason);
        return;
    }
    state.view.fit = !view.heatmap;
    if (view.heatmap) state.view.heatmap = *view.heatmap;
    state.view.colours = view.colours;
    state.view.pinned = view.pinned;
    state.data.selected = view.selected;
    if (state.view.order != view.order) choose_order(state, view.order);
}

ViewText view_now(const State& state) {
    return {.heatmap = state.view.fit ? std::nullopt : std::optional(state.view.heatmap),
            .colours = state.view.colours,
            .pinned = state.view.pinned,
            .order = state.view.order,
            .selected = state.data.selected.rows()};
}

} // namespace

std::string why_not_viewed(const State& state, const ViewText& view) {
    const MatrixShape shape = matrix_of_question(state);
    if (view.pinned)
        if (std::string reason = why_not_there(shape, {view.pinned->row, view.pinned->col}); !reason.empty())
            return reason;
    if (!view.selected.empty() && view.selected.back() >= shape.rows)
        return why_not_there(shape, {view.selected.back(), {}});
    if (view.order.kind == OrderKind::by_distance && view.order.row >= shape.rows)
        return why_not_there(shape, {view.order.row, {}});
    if (!view.heatmap) return {};
    const Position& center = view.heatmap->center;
    const bool is_inside =
        center.row >= 0.0 && center.row <= double(shape.rows) && center.col >= 0.0 && center.col <= double(shape.cols);
    if (is_inside) return {};
    return why_not_there(shape, {std::int64_t(std::floor(center.row)), std::int64_t(std::floor(center.col))});
}

void use_asked_view(State& state) {
    if (!state.view.asked || !state.data.now.question.first) return;
    use_view(state, *std::exchange(state.view.asked, {}));
}

void use_recorded_view(State& state, const ViewText& view) {
    const ViewSnapshot before = view_snapshot(state);
    use_view(state, view);
    remember_view(state, before);
}

std::string view_to_record(const State& state) {
    constexpr std::size_t most_letters = 60'000; // a recording takes texts of 65 536
    ViewText view = view_now(state);
    if (state.view.content != MatrixContent::values) view.colours = state.view.kept_colours.front();
    std::string text = text_of(view);
    if (text.size() <= most_letters) return text;
    view.selected.clear();
    return text_of(view);
}

std::string view_text_of(const State& state) { return text_of(view_now(state)); }

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

namespace command {

void carry_out(const GoTo& goal, State& state, Effects&) {
    const MatrixShape shape = matrix_of_question(state);
    if (!has_matrix_view(state) || shape.rows == 0 || shape.cols == 0) return;
    const Cell middle = middle_of(state, shape);
    const Cell cell{goal.row.value_or(middle.row), goal.col.value_or(middle.col)};
    if (std::string reason = why_not_there(shape, {cell.row, cell.col}); !reason.empty()) {
        notify(state, Severity::error, std::move(reason));
        return;
    }
    state.view.pinned = cell;
    state.view.hovered.reset();
    if (state.view.fit && state.view.drawn_zoom >= close) return; // all entries are in sight, and as large as can be
    const double zoom = state.view.fit ? close : std::max(state.view.heatmap.pixels_per_cell, close);
    const Cell place = place_of(shown_order(state), cell);
    state.view.heatmap = {{double(place.row) + 0.5, double(place.col) + 0.5}, zoom};
    state.view.fit = false;
}
void carry_out(const ShowMinimap& c, State& state, Effects&) { state.deep.minimap = c.on; }
/// A wrong text becomes a notice, and changes nothing.
void carry_out(const UseViewText& c, State& state, Effects&) {
    try {
        use_view(state, view_in_text(c.text, view_now(state)));
    } catch (const InputError& error) {
        notify(state, Severity::error, error.what());
    }
}

} // namespace command

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
