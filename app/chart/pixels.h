// SPDX-License-Identifier: MIT
// Lines and boxes in pixels, from the upper left corner of the window or of the paper.
#pragma once

#include "render/pixel.h"

namespace pairscope::app {

struct PlotLine {
    double x0 = 0.0, y0 = 0.0, x1 = 0.0, y1 = 0.0;
};
struct PlotBox {
    double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
    [[nodiscard]] double width() const { return right - left; }
    [[nodiscard]] double height() const { return bottom - top; }
};
/// The box of a mark.
[[nodiscard]] inline PlotBox box_around(Pixel centre, double radius) {
    return {centre.x - radius, centre.y - radius, centre.x + radius, centre.y + radius};
}

} // namespace pairscope::app
