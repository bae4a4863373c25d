// SPDX-License-Identifier: MIT
#pragma once

#include "render/aggregate.h"
#include "render/colouring.h"
#include "render/heatmap_view.h"

#include <optional>

namespace pairscope {

/// Everything that decides how a matrix looks.
struct HeatmapLook {
    HeatmapView view;
    Viewport viewport;
    Colouring colouring;
    Aggregate aggregate = Aggregate::mean;
    Rgba outside{15, 17, 19}; ///< around the matrix
    bool grid = true;         ///< thin lines between cells of 16 pixels and more
    Rgba grid_colour{0, 0, 0, 70};
    std::optional<float> outline_below{}; ///< a line around the entries that are less than this
    Rgba outline_colour{255, 255, 255};
    std::optional<Dimming> dimming{};                    ///< values beyond a threshold are mixed with `outside`
    bool operator==(const HeatmapLook&) const = default; ///< equal looks of equal pictures need no second draw
};

} // namespace pairscope
