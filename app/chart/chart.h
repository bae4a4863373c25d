// SPDX-License-Identifier: MIT
// A chart as plain values: two axes, and what is drawn between them. A feature describes its chart here once, and two
// back ends draw it: shell/widgets/chart_view.h in the window, charts/paper.h on paper.
#pragma once

#include "app/chart/axes.h"
#include "app/chart/mark_shapes.h"
#include "app/chart/theme_colours.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// What a colour is for; each theme has its own for it. A variant has a colour of its own.
enum class Ink : std::uint8_t { text, dim, faint, line, accent, variant };
struct ChartColour {
    Ink ink = Ink::text;
    std::string variant_id{};
};
[[nodiscard]] ChartColour colour_of_variant(std::string_view id);
[[nodiscard]] Rgb rgb_of(const ChartColour& colour, Theme theme);

struct ChartAxis {
    std::string title{}; ///< "arithmetic intensity"
    std::string unit{};  ///< "flop per byte of DRAM traffic"; empty: none
    AxisRange range{};
    bool logarithmic = false;
    bool counts = false;        ///< from 1 in whole steps, such as runs
    bool doubles = false;       ///< ticks at powers of two, such as threads; of a logarithmic axis
    bool indices = false;       ///< from 0 in whole steps, such as coordinates; the range may be any part of them
    bool written = true;        ///< with title and numbers; else those of the chart below hold for this one, too
    std::size_t most_ticks = 9; ///< about; fewer where there is less room
};
[[nodiscard]] std::string full_title(const ChartAxis& axis); ///< "arithmetic intensity [flop per byte of DRAM traffic]"
/// At 1, 2 and 5 times powers of ten; `room`: for so many.
[[nodiscard]] std::vector<Tick> ticks_of(const ChartAxis& axis, double room);

struct ChartPoint {
    double x = 0.0, y = 0.0; ///< in the units of the axes
};

enum class LineStyle : std::uint8_t { whole, dashed, dotted };
struct ChartLine {
    ChartPoint from{}, to{}; ///< from left to right, if it has words
    ChartColour colour{};
    double width = 1.0; ///< [px], before scale
    LineStyle style = LineStyle::whole;
    bool arrow = false;        ///< in its middle, towards its end
    std::string words{};       ///< along it; at the upper end of an upright line
    std::string fewer_words{}; ///< for where the others have no room
    bool strong = false;       ///< its words are bold
    bool words_above = false;  ///< rather than below
    bool words_at_end = false; ///< rather than at its beginning
};

struct ChartBand {
    AxisRange y{};
    std::optional<AxisRange> x{}; ///< absent: as wide as the plot
    ChartColour colour{}, edges{};
};

/// Measured is filled, predicted is hollow, recorded is crossed.
struct ChartMark {
    ChartPoint at{};
    MarkShape shape = MarkShape::circle;
    ChartColour colour{};
    bool filled = true, crossed = false;
    bool large = false;                  ///< the selected one; drawn above all others
    bool small = false;                  ///< one of many
    bool ringed = false;                 ///< a circle around it: it stands for less than it seems to
    std::optional<AxisRange> interval{}; ///< interval of y
    std::string name{};                  ///< written beside it
    std::string addition{};              ///< follows the name where nothing can be hovered: ", NVIDIA H200"
    bool named_on_screen = true;         ///< else only where nothing can be hovered, and if there are few marks
};

/// Many small marks, at x = 1, 2, 3, ...; a line per pixel where they have no room.
struct ChartSeries {
    std::span<const double> values{}; ///< lives as long as the state
    double scale = 1.0;               ///< y is so many times a value
    ChartColour colour{};
    bool crossed = false;
};

/// What a curve does at one x, or in a narrow column about it: the least and the greatest of its values.
struct ChartSpan {
    double x = 0.0, low = 0.0, high = 0.0; ///< low > high: a gap
};
/// From the left to the right. Where several spans share a pixel, they are one line there.
struct ChartCurve {
    std::vector<ChartSpan> spans{};
    ChartColour colour{};
    double width = 1.2;  ///< [px], before scale
    bool dotted = false; ///< with a dot at each span, where there is room
    std::string name{};  ///< in the upper left corner, in its colour
};

/// A row of a chart of bars, from the top down.
struct ChartBar {
    std::string name{};
    std::string addition{}; ///< follows the name where nothing can be hovered: ", approximate output"
    bool heading = false;   ///< a row that names the group below it, and has no bar
    double value = 0.0;     ///< 0: no bar, but words
    std::string words{};    ///< at the end of the bar
    ChartColour colour{};
    bool recorded = false, selected = false;
    bool filled = true; ///< else an outline: predicted
};

/// What a mark means.
struct ChartKeyLine {
    std::string words{};
    bool filled = true, crossed = false;
    bool ringed = false;
};

/// Right of the plot, where nothing can be hovered.
struct ChartMarginWords {
    double y = 0.0;
    std::string words{}, second_line{};
};

struct Chart {
    ChartAxis x{}, y{}; ///< a chart of bars has no y
    std::vector<ChartBand> bands{};
    std::vector<ChartLine> lines{};
    std::vector<ChartSeries> series{};
    std::vector<ChartCurve> curves{};
    std::vector<ChartMark> marks{};
    std::vector<ChartBar> bars{};
    std::vector<ChartKeyLine> key{};
    std::vector<ChartMarginWords> margin{};
    bool names_in_margin = false; ///< right of the plot, where nothing can be hovered: for many names
};

} // namespace pairscope::app
