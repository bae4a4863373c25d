// SPDX-License-Identifier: MIT
// The order of the matrix: its menu in the caption, and the dendrograms at the margins.
#pragma once

#include "app/subjects/matrix/order/matrix_panel_labels.h"
#include "app/window/widgets/frame.h"
#include "render/heatmap_view.h"

#include <imgui.h>

#include <span>

namespace pairscope::app {

void draw_order_menu(const Frame& frame);

/// The room for dendrograms to the left of the picture and above it [px]; 0: there are none.
[[nodiscard]] float dendrogram_margin(const Frame& frame);

/// Where the picture lies.
struct MatrixPlace {
    HeatmapView view;
    Viewport viewport;
    ImVec2 origin;
    std::span<const LabelStrip> labels{}; ///< the trees stand outside of the names
};
/// Hovering one shows at which distance its clusters were joined.
void draw_dendrograms(const Frame& frame, const MatrixPlace& place);

} // namespace pairscope::app
