// SPDX-License-Identifier: MIT
// Draws the names of rows and columns along the edges of the picture, and answers the mouse there.
#pragma once

#include "app/subjects/matrix/matrix_panel_area.h"
#include "app/subjects/matrix/order/edge_labels.h"
#include "app/window/widgets/frame.h"

#include <optional>
#include <vector>

namespace pairscope::app {

/// The names along one edge, on a strip of the picture.
struct LabelStrip {
    Edge edge = Edge::rows;
    ImVec2 low, high; ///< on the screen
    std::vector<EdgeLabel> labels;
};

/// The view of this frame. Where the whole matrix is in sight and its entries have room for names, it leaves room for
/// the names, if there are any, beside the matrix.
[[nodiscard]] HeatmapView view_beside_labels(const Frame& frame, Viewport viewport);
/// The strips of this frame, whose mouse is answered now. While the whole matrix is in sight, they only use room beside
/// it.
[[nodiscard]] std::vector<LabelStrip> act_on_labels(const Frame& frame, const PictureArea& area,
                                                    const HeatmapView& view);
[[nodiscard]] bool is_on_labels(const std::vector<LabelStrip>& strips);
void draw_labels(const Frame& frame, const PictureArea& area, const std::vector<LabelStrip>& strips);

} // namespace pairscope::app
