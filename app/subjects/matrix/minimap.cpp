// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/minimap.h"

#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/subjects/matrix/zoom/zoom.h"

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr double margin = 8.0;     // [px] from the edges of the picture
constexpr double least_seen = 4.0; // [px] the part in sight is never drawn smaller

bool shows_all(const Region& seen, MatrixShape shape) { return seen.rows == shape.rows && seen.cols == shape.cols; }

const std::vector<float>& values_of(const Overview& blocks, Aggregate aggregate) {
    return aggregate == Aggregate::mean ? blocks.mean : aggregate == Aggregate::minimum ? blocks.min : blocks.max;
}

/// At least so wide, around its middle.
void widen(double& from, double& to) {
    const double lacking = std::max(least_seen - (to - from), 0.0) / 2.0;
    from -= lacking;
    to += lacking;
}

} // namespace

bool Minimap::has(Pixel at) const {
    return at.x >= place.from.x && at.x < place.to.x && at.y >= place.from.y && at.y < place.to.y;
}

std::optional<Minimap> minimap_of(const State& state, Viewport viewport, double side) {
    const MatrixShape shape = shown_shape(state);
    if (!state.deep.minimap || !is_deep(state) || shape.rows == 0 || shape.cols == 0) return {};
    const Region seen = visible_region(view_in(state, viewport), viewport, shape);
    if (shows_all(seen, shape)) return {};
    const double scale = side / double(std::max(shape.rows, shape.cols)); // [px per entry]
    const double width = std::max(double(shape.cols) * scale, least_seen),
                 height = std::max(double(shape.rows) * scale, least_seen);
    Minimap map;
    map.place.to = {viewport.width - margin, viewport.height - margin};
    map.place.from = {map.place.to.x - width, map.place.to.y - height};
    map.seen = {{map.place.from.x + double(seen.col) * scale, map.place.from.y + double(seen.row) * scale},
                {map.place.from.x + double(seen.col + seen.cols) * scale,
                 map.place.from.y + double(seen.row + seen.rows) * scale}};
    widen(map.seen.from.x, map.seen.to.x);
    widen(map.seen.from.y, map.seen.to.y);
    return map;
}

HeatmapView view_at(const State& state, const Minimap& minimap, Pixel at, Viewport viewport) {
    const MatrixShape shape = shown_shape(state);
    HeatmapView view = view_in(state, viewport);
    const PixelRectangle& place = minimap.place;
    view.center = {(at.y - place.from.y) / (place.to.y - place.from.y) * double(shape.rows),
                   (at.x - place.from.x) / (place.to.x - place.from.x) * double(shape.cols)};
    return clamped(view, viewport, shape);
}

void update_minimap(State& state, std::span<const Colormap> colormaps) {
    DeepZoomState& deep = state.deep;
    const Tile* all = is_deep(state) ? deep.tiles.find(whole_matrix(deep.shape)) : nullptr;
    if (all == nullptr) {
        deep.minimap_picture.reset();
        deep.minimap_of = {};
        return;
    }
    const DrawnMinimap wanted{all->blocks, state.view.colours.aggregate,
                              colouring_of(state.view.colours, deep.summary, colormaps)};
    if (deep.minimap_picture && deep.minimap_of == wanted) return;
    Image image{all->blocks->shape.cols, all->blocks->shape.rows, {}};
    for (const float value : values_of(*all->blocks, wanted.aggregate))
        image.pixels.push_back(colour_of(value, wanted.colouring));
    deep.minimap_picture = std::make_shared<const Image>(std::move(image));
    deep.minimap_of = wanted;
}

} // namespace pairscope::app
