// SPDX-License-Identifier: MIT
// The whole matrix, small, in a corner of the picture of a part of it.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "render/colormap.h"

#include <span>

namespace pairscope::app {

/// A rectangle in pixels, from the corner of the picture of the matrix.
struct PixelRectangle {
    Pixel from, to;
};

struct Minimap {
    PixelRectangle place; ///< where the whole matrix is
    PixelRectangle seen;  ///< the part in sight, within it
    [[nodiscard]] bool has(Pixel at) const;
};

/// In the lower right corner, at most `side` pixels wide and high. Absent if it is switched off, or if the whole matrix
/// is in sight anyway.
[[nodiscard]] std::optional<Minimap> minimap_of(const State& state, Viewport viewport, double side);

/// The view with this pixel of the minimap in the middle of the picture; the zoom stays.
[[nodiscard]] HeatmapView view_at(const State& state, const Minimap& minimap, Pixel at, Viewport viewport);

/// The tile that covers the whole matrix as a picture, in the colours of now. A session calls it in each frame; it does
/// something only when the tile or the colours have changed.
void update_minimap(State& state, std::span<const Colormap> colormaps);

} // namespace pairscope::app
