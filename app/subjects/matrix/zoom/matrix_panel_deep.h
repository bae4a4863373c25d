// SPDX-License-Identifier: MIT
// The marks and the minimap over the picture of a matrix that is not stored.
#pragma once

#include "app/subjects/matrix/matrix_panel_area.h"
#include "app/subjects/matrix/minimap.h"

namespace pairscope::app {

/// Rings around a pair, dots on best matches. They never shrink below a few pixels, so that they are seen from afar.
void draw_output_marks(const Frame& frame, const PictureArea& area, const HeatmapView& view);

/// Before the picture takes the mouse: a drag in the minimap moves the view. Absent if none is shown.
[[nodiscard]] std::optional<Minimap> act_on_minimap(const Frame& frame, const PictureArea& area);
/// After the picture is drawn.
void draw_minimap(const Frame& frame, const PictureArea& area, const Minimap& minimap);

} // namespace pairscope::app
