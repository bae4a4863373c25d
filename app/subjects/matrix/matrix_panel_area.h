// SPDX-License-Identifier: MIT
// Where the picture of the matrix is on the screen.
#pragma once

#include "app/window/widgets/frame.h"
#include "render/heatmap_view.h"

namespace pairscope::app {

struct PictureArea {
    ImVec2 origin;
    Viewport viewport;
    [[nodiscard]] Pixel pixel(ImVec2 at) const { return {double(at.x - origin.x), double(at.y - origin.y)}; }
    [[nodiscard]] ImVec2 screen(Pixel at) const { return {origin.x + float(at.x), origin.y + float(at.y)}; }
    [[nodiscard]] ImVec2 end() const { return {origin.x + float(viewport.width), origin.y + float(viewport.height)}; }
};

} // namespace pairscope::app
