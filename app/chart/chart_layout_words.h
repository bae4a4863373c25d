// SPDX-License-Identifier: MIT
// The words of a chart: part of chart_layout.cpp.
#pragma once

#include "app/chart/chart_layout.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace pairscope::app {

inline constexpr double words_size = 12.0; // [px], before scale
/// The radius of a circle around a mark.
[[nodiscard]] constexpr double ring_radius(double radius) { return 1.7 * radius; }

/// Leaves the part of the line that lies between the axes; false if no part does.
[[nodiscard]] bool cut_to(const PlotBox& area, DrawnLine& line);

/// Words along a line, as they were drawn.
struct WordsOnLine {
    const ChartLine* line = nullptr;
    std::size_t index = 0; ///< where they are in Layout::drawn
    std::vector<PlotBox> covers{};
};

/// What the parts of a layout share.
struct Layout {
    const Chart& chart;
    const PlotBox& area;
    const ChartMedium& medium;
    std::vector<Drawn> drawn;
    std::vector<PlotBox> written;                ///< where words stand: no others go there
    std::map<const ChartLine*, PlotLine> gaps{}; ///< where words stand on their own line, which ends before them
    std::vector<WordsOnLine> words_on_lines{};

    [[nodiscard]] double px(double size) const { return medium.scale * size; }
    [[nodiscard]] Pixel pixel(ChartPoint point) const { return pixel_at(chart, area, point); }
    [[nodiscard]] Rgb rgb(const ChartColour& colour) const { return rgb_of(colour, medium.theme); }
    [[nodiscard]] TextExtent extent(const std::string& text, TextLook look) const {
        return medium.extent_of(text, look);
    }
    [[nodiscard]] double radius_of(const ChartMark& mark) const;
    /// How far the mark reaches from its middle, with the circle around it.
    [[nodiscard]] double reach_of(const ChartMark& mark) const;
};

/// In the corner that charts leave empty.
void add_key(Layout& out);
/// On neither marks nor other lines that have words; where they have no room, they are left out if they can be hovered.
void add_words_of_upright_lines(Layout& out);
/// None on a mark, or on what is written.
void add_words_along_lines(Layout& out);
void add_names(Layout& out);
void add_margin(Layout& out);

} // namespace pairscope::app
