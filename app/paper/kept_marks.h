// SPDX-License-Identifier: MIT
// What was drawn on paper as plain values, for whoever draws it elsewhere: a page in a browser. Places are in pixels
// from the upper left corner.
#pragma once

#include "app/chart/mark_shapes.h"
#include "app/chart/pixels.h"
#include "app/chart/theme_colours.h"

#include <string>
#include <variant>
#include <vector>

namespace pairscope::charts {

struct KeptLine {
    Pixel from{}, to{};
    app::Rgb colour = 0;
    double width = 1.0;
    std::vector<double> dashes{};
};
struct KeptBox {
    app::PlotBox box{};
    app::Rgb colour = 0;
};
struct KeptMark {
    app::MarkShape shape = app::MarkShape::circle;
    Pixel centre{};
    double radius = 0.0;
    app::Rgb colour = 0;
    bool filled = true;
};
struct KeptWords {
    std::string text{};
    Pixel at{}; ///< the left end of the base line
    double size = 12.0, width = 0.0;
    app::Rgb colour = 0;
    bool bold = false;
    double angle = 0.0; ///< [rad], clockwise
};
using KeptMarks = std::vector<std::variant<KeptLine, KeptBox, KeptMark, KeptWords>>;

} // namespace pairscope::charts
