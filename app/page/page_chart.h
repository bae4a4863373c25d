// SPDX-License-Identifier: MIT
// Charts for a page: the program lays them out as on paper, and the page draws what it is given. Lists of numbers and
// words, in the order in which they are drawn:
//   ["l", x1, y1, x2, y2, colour, width, dashes]   a line
//   ["b", x, y, width, height, colour]             a box
//   ["m", shape, x, y, radius, colour, filled]     a mark, whose corners the page knows by its shape
//   ["t", x, y, text, size, colour, bold, width, angle]   words from the left end of their base line
#pragma once

#include "app/chart/chart.h"
#include "app/page/palette.h"
#include "app/spine/files/columns.h"

#include <string>
#include <vector>

namespace pairscope::page {

/// The widths of a chart on a desktop and on a telephone [px].
inline constexpr int wide_chart = 960, narrow_chart = 360;

/// A place that tells something when the mouse is there.
struct HoverPlace {
    app::ChartPoint at{};
    std::string story; ///< lines
};

struct PageChart {
    std::string title; ///< for who does not see it
    std::vector<app::Chart> charts;
    std::vector<HoverPlace> places{};           ///< they lie in the first chart
    int wide_height = 440, narrow_height = 340; ///< height of each chart [px]
};

/// The places of its named marks, with their names.
[[nodiscard]] std::vector<HoverPlace> places_of_names(const app::Chart& chart);
/// The height that a chart with rows needs.
[[nodiscard]] int height_of_bars(const app::Chart& chart);

/// An object with the title and both layouts. Absent words are left out; null where there is no room at all.
[[nodiscard]] app::Json json_of(const PageChart& chart, Palette& palette);

/// The corners of each shape of a mark, for a radius of 1.
[[nodiscard]] app::Json shapes_json();

} // namespace pairscope::page
