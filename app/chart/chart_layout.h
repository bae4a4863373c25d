// SPDX-License-Identifier: MIT
// Where everything that a chart says lies in pixels, for the window and for paper: lines, shapes and words in the order
// in which they are drawn. Axes are not among them; each back end draws its own.
#pragma once

#include "app/chart/chart.h"
#include "app/chart/pixels.h"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pairscope::app {

struct TextExtent {
    double width = 0.0, height = 0.0;
};
struct TextLook {
    double size = 12.0; ///< [px]
    bool bold = false;
};

/// What the window and the paper do differently.
struct ChartMedium {
    Theme theme = Theme::light;
    double scale = 1.0;                      ///< for all lines, marks and words
    double radius = 6.0, large_radius = 8.0; ///< radius of marks [px], before scale
    bool can_hover = false; ///< then words that have no room are left out, and the mouse tells what they said
    std::function<TextExtent(const std::string&, TextLook)> extent_of{};
};

struct DrawnLine {
    Pixel from{}, to{};
    Rgb colour = 0;
    double width = 1.0;
    std::vector<double> dashes{}; ///< lengths on and off [px]; none: a whole line
};
struct DrawnBox {
    PlotBox box{};
    Rgb colour = 0;
};
struct DrawnMark {
    MarkShape shape = MarkShape::circle;
    Pixel centre{};
    double radius = 0.0;
    Rgb colour = 0;
    bool filled = true;
};
struct DrawnCross {
    Pixel centre{};
    double radius = 0.0;
    Rgb colour = 0;
};
struct DrawnWords {
    std::string text{};
    Pixel corner{}; ///< the upper left one, around which they are turned
    TextLook look{};
    Rgb colour = 0;
    double angle = 0.0; ///< [rad], clockwise
};
using Drawn = std::variant<DrawnLine, DrawnBox, DrawnMark, DrawnCross, DrawnWords>;

/// `area`: between the axes.
[[nodiscard]] std::vector<Drawn> lay_out(const Chart& chart, const PlotBox& area, const ChartMedium& medium);

[[nodiscard]] Pixel pixel_at(const Chart& chart, const PlotBox& area, ChartPoint point);
/// How much the words right of the plot need [px]; 0 if there are none.
[[nodiscard]] double margin_of(const Chart& chart, const ChartMedium& medium);
/// The middle of a row of bars.
[[nodiscard]] double middle_of_row(const Chart& chart, const PlotBox& area, std::size_t row);

/// The index of the nearest mark, or of the nearest line that has words, within so many pixels.
[[nodiscard]] std::optional<std::size_t> mark_near(const Chart& chart, const PlotBox& area, Pixel at, double reach);
[[nodiscard]] std::optional<std::size_t> line_near(const Chart& chart, const PlotBox& area, Pixel at, double reach);

} // namespace pairscope::app
