// SPDX-License-Identifier: MIT
// The tracks in the margins of the matrix, and the gaps between its groups.
#pragma once

#include "app/subjects/matrix/clusters/matrix_panel_trees.h"
#include "app/subjects/matrix/matrix_panel_area.h"

#include <array>

namespace pairscope::app {

/// The room for tracks to the left of the picture and above it [px]; 0: there are none.
[[nodiscard]] float tracks_margin(const Frame& frame);

/// What the mouse does on the tracks along rows and along columns.
struct TracksMouse {
    std::array<bool, 2> hovered{}, clicked{};
};
/// Takes the mouse before the picture does: beside a small matrix, tracks lie on the room of the picture.
[[nodiscard]] TracksMouse act_on_tracks(const Frame& frame, const MatrixPlace& place);
/// Hovering a track shows the value of the row and the legend, and a click on a category selects its rows.
void draw_tracks(const Frame& frame, const MatrixPlace& place, const TracksMouse& mouse);

/// Lines in the colour of the ground between the groups of an order by a class or by a column.
void draw_group_gaps(const Frame& frame, const PictureArea& area, const HeatmapView& view);

} // namespace pairscope::app
