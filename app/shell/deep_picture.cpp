// SPDX-License-Identifier: MIT
#include "app/shell/deep_picture.h"

#include "app/features/neighbours/marked_pair.h"
#include "app/state/deep_zoom.h"
#include "app/state/state_queries.h"
#include "kernels/core/errors.h"

namespace pairscope::app {
namespace {

constexpr double upload_budget = 0.006; // seconds of a frame
constexpr std::size_t neighbours_shown = 12;

} // namespace

/// Tiles of earlier data stay until there is one of the data of now, where they are of a matrix of this size.
MatrixPicture DeepPicture::picture(State& state, const HeatmapLook& look) {
    const DeepZoomState& deep = state.deep;
    const MatrixShape shape = shown_shape(state);
    state.deep.sight = look.viewport;
    is_drawn_ = true;
    const auto find = [&](const TileKey& key) -> std::shared_ptr<const Overview> {
        const Tile* tile = deep.shape == shape ? deep.tiles.find(key) : nullptr;
        return tile == nullptr ? nullptr : tile->blocks;
    };
    try {
        return tiles_.picture({shape, look.view, look.viewport, look.aggregate}, find, upload_budget);
    } catch (const MemoryError& error) {
        state.deep.failed_revision = state.data.revision;
        state.deep.failure = error.what();
        return {.shape = shape, .exact = {}, .overview = {}};
    }
}

void DeepPicture::mark(State& state) {
    const auto cell = state.view.hovered ? state.view.hovered : state.view.pinned;
    const MatrixShape shape = shown_shape(state);
    const bool is_there = cell && cell->row < shape.rows && cell->col < shape.cols;
    const auto value = is_there ? deep_entry(state, *cell) : std::nullopt;
    if (!value) {
        state.view.marked.reset();
        marked_row_.reset();
        return;
    }
    const MarkedRow row{cell->row, state.data.revision};
    if (!state.view.marked || marked_row_ != row) {
        const std::vector<float> entries = deep_row(state, cell->row);
        const bool one_set = !state.data.now.question.second, largest_first = !current_type(state).matrix.are_distances;
        state.view.marked =
            entries.empty() ? MarkedPair{} : marked_pair_in(entries, *cell, neighbours_shown, one_set, largest_first);
        marked_row_ = row;
    }
    state.view.marked->cell = *cell;
    state.view.marked->value = float(*value);
}

} // namespace pairscope::app
