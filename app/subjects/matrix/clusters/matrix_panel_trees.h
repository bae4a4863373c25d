// SPDX-License-Identifier: MIT
// The trees of clusters at the margins of the matrix, where they are cut.
#pragma once

#include "app/subjects/matrix/order/matrix_panel_labels.h"
#include "app/window/widgets/frame.h"
#include "render/heatmap_view.h"

#include <imgui.h>

#include <span>

namespace pairscope::app {

/// The room for dendrograms to the left of the picture and above it [px]; 0: there are none.
[[nodiscard]] float dendrogram_margin(const Frame& frame);

/// Where the picture lies.
struct MatrixPlace {
    HeatmapView view;
    Viewport viewport;
    ImVec2 origin;
    std::span<const LabelStrip> labels{}; ///< tracks and trees stand outside of the names
    float tracks = 0.0f;                  ///< the room of the tracks, inside of the trees [px]
};
/// Where names end and tracks begin: the corner of the matrix, or that of its names.
[[nodiscard]] ImVec2 corner_of_margins(const MatrixPlace& place);
/// Hovering a tree shows at which distance its clusters were joined, dragging cuts it there, and a click on a branch
/// selects its vectors and zooms to them. Clusters have a strip in their colours beside the matrix.
void draw_dendrograms(const Frame& frame, const MatrixPlace& place);

} // namespace pairscope::app
