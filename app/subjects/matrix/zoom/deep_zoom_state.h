// SPDX-License-Identifier: MIT
// What the program knows of a matrix that is never stored: its tiles, and what is looked at.
#pragma once

#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/matrix/zoom/tile_store.h"
#include "render/heatmap_renderer.h"
#include "render/image.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pairscope::app {

/// What was in sight when the computing of tiles was cancelled.
struct PausedSight {
    std::uint64_t revision = 0;
    HeatmapView view;
    Viewport viewport;
    OrderChoice order;
    bool operator==(const PausedSight&) const = default;
};

/// What the picture of the minimap was made of.
struct DrawnMinimap {
    std::shared_ptr<const Overview> blocks;
    Aggregate aggregate = Aggregate::mean;
    Colouring colouring;
    bool operator==(const DrawnMinimap&) const = default;
};

struct DeepZoomState {
    std::uint64_t revision = 0; ///< revision of the data that the tiles belong to
    MatrixShape shape;          ///< the shape of their matrix [entries]
    TileStore tiles;
    std::shared_ptr<const MatrixOrder> order; ///< that the tiles are in; null: as loaded
    MatrixSummary summary;     ///< covers the entries that were looked at so far, all once the whole matrix is exact
    std::int64_t unusable = 0; ///< vectors that have no distances; without any, tiles can be made from finer ones
    std::optional<Viewport>
        sight; ///< the panel's picture in this frame; absent: it is not shown. Filled by the session
    std::optional<PausedSight> paused;
    std::optional<std::uint64_t> failed_revision; ///< not tried again until the data changes
    std::string failure;
    bool minimap = true;
    std::shared_ptr<const Image> minimap_picture; ///< filled in by the session, as the next one is
    DrawnMinimap minimap_of;
};

} // namespace pairscope::app
