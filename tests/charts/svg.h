// SPDX-License-Identifier: MIT
// Reads back what a chart drew into an SVG: its shapes with their colours, and its words.
#pragma once

#include "app/paper/canvas.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::charts {

struct SvgShape {
    app::Rgb colour = 0;
    bool filled = false;
    double width = 0.0;        ///< width of the line, if it is not filled
    std::vector<Point> points; ///< corners, and control points of curves
    [[nodiscard]] Box box() const;
    /// The mean of the corners, or the middle of the box where there are curves.
    [[nodiscard]] Point centre() const;
    bool curved = false;
};
[[nodiscard]] std::vector<SvgShape> shapes_in(const std::string& svg);
[[nodiscard]] std::vector<SvgShape> filled_with(const std::vector<SvgShape>& shapes, app::Rgb colour);

/// The words as they are written, without the escapes of XML.
[[nodiscard]] std::vector<std::string> words_in(const std::string& svg);

/// Where the axes cross: their lines share the lower left corner. Fails the test and returns nothing if there are none.
[[nodiscard]] Box axes_in(const std::vector<SvgShape>& shapes, app::Theme theme);

} // namespace pairscope::charts
