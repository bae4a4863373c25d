// SPDX-License-Identifier: MIT
#include "app/window/deep_picture.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/marked_pair.h"
#include "app/subjects/neighbours/neighbours.h"
#include "kernels/data/errors.h"

namespace pairscope::app {
namespace {

constexpr double tile_upload_budget = 0.006; // seconds of a frame

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
    const TileSight sight{shape, look.view, look.viewport, look.aggregate};
    if (texels_in_ == TexelsIn::host_memory) return host_tiles_.picture(sight, find);
    try {
        return tiles_.picture(sight, find, tile_upload_budget);
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
        marked_.reset();
        return;
    }
    const MarkedEntry entry{*cell, state.data.revision, state.neighbours.k, found_neighbours(state)};
    if (state.view.marked && marked_ == entry) return;
    state.view.marked = marked_pair(state, *cell, float(*value));
    marked_ = entry;
}

} // namespace pairscope::app
