// SPDX-License-Identifier: MIT
// Everything that the charts of two vectors draw, described once for the window and for paper.
#include "app/subjects/output/vectors_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

constexpr double room_for_names = 0.5; // part of the values' extent: enough where four charts share 270 px

/// With room at both ends, also where all values are equal; above it is for the names.
AxisRange around(const ValueExtent& values) {
    if (values.empty()) return {0.0, 1.0};
    const double room = std::max(values.high - values.low, 1e-11 * std::abs(values.high));
    return room > 0.0 ? AxisRange{values.low - 0.06 * room, values.high + room_for_names * room} : AxisRange{-1.0, 1.0};
}

bool is_in_sight(const VectorsChart& chart, const VectorColumn& column) {
    return double(column.range.end) - 0.5 > chart.shown.low && double(column.range.first) - 0.5 < chart.shown.high;
}

ChartAxis coordinates_axis(const VectorsChart& chart, bool written) {
    return {.title = fmt::format("index i of the coordinates of {} and {}", chart.x, chart.y),
            .range = chart.shown,
            .indices = true,
            .written = written,
            .most_ticks = 8};
}

Chart empty_chart(const VectorsChart& chart, const char* title, AxisRange range, bool last) {
    return {.x = coordinates_axis(chart, last), .y = {.title = title, .range = range, .most_ticks = 5}};
}

ChartCurve curve_of(const VectorsChart& chart, ValueExtent VectorColumn::*values, Ink ink) {
    ChartCurve curve{.colour = {ink}, .dotted = chart.reduced->is_exact()};
    for (const VectorColumn& column : chart.reduced->columns) {
        const ValueExtent& extent = column.*values;
        curve.spans.push_back({double(column.range.first + column.range.end - 1) / 2.0, extent.low, extent.high});
    }
    return curve;
}

AxisRange values_range(const VectorsChart& chart) {
    ValueExtent all;
    for (const VectorColumn& column : chart.reduced->columns) {
        if (!is_in_sight(chart, column)) continue;
        all.include(column.x);
        all.include(column.y);
    }
    return around(all);
}

/// Two lines in one chart if each coordinate has a point. If a column of pixels stands for many coordinates, each
/// vector is drawn as bars, and the bars of one vector would hide those of the other. Then each vector has a chart of
/// its own.
std::vector<Chart> values_drawings(const VectorsChart& chart) {
    const AxisRange range = values_range(chart);
    ChartCurve x = curve_of(chart, &VectorColumn::x, Ink::accent), y = curve_of(chart, &VectorColumn::y, Ink::text);
    x.name = chart.x;
    y.name = chart.y;
    if (!chart.reduced->is_exact()) {
        y.colour = {Ink::dim}; // the colour of text is too strong for a large area
        Chart first = empty_chart(chart, "value", range, false), second = first;
        first.curves = {std::move(x)};
        second.curves = {std::move(y)};
        return {std::move(first), std::move(second)};
    }
    x.width = 2.4; // wider than y, so that x is visible behind y
    y.width = 1.0;
    Chart both = empty_chart(chart, "value", range, false);
    both.curves = {std::move(x), std::move(y)};
    return {std::move(both)};
}

Chart squares_drawing(const VectorsChart& chart) {
    double greatest = 0.0;
    for (const VectorColumn& column : chart.reduced->columns)
        if (is_in_sight(chart, column) && !column.square.empty()) greatest = std::max(greatest, column.square.high);
    Chart drawing = empty_chart(chart, "squared difference",
                                {0.0, greatest > 0.0 ? (1.0 + room_for_names) * greatest : 1.0}, false);
    drawing.curves = {curve_of(chart, &VectorColumn::square, Ink::dim)};
    drawing.curves[0].name = fmt::format("({} - {})²", chart.x, chart.y);
    return drawing;
}

/// At the end of each column. A column without a finite coordinate is a gap.
ChartCurve sum_curve(const VectorsChart& chart) {
    ChartCurve curve{.colour = {Ink::accent}, .width = 1.8, .dotted = chart.reduced->is_exact(), .name = "running sum"};
    const auto add = [&](double x, double sum) { curve.spans.push_back({x, sum, sum}); };
    add(std::max(double(chart.reduced->range.first) - 1.0, -0.5), chart.reduced->sum_before);
    for (const VectorColumn& column : chart.reduced->columns)
        if (const double x = double(column.range.end) - 1.0; column.square.empty())
            curve.spans.push_back({.x = x, .low = 1.0, .high = 0.0});
        else
            add(x, column.sum);
    return curve;
}

void add_steps(Chart& drawing, const VectorsChart& chart) {
    const std::vector<double>& ends = chart.reduced->blocks->ends;
    for (std::size_t block = 0; block < ends.size(); ++block) {
        const CoordinateRange range = block_range(std::int64_t(block), chart.coordinates);
        const double before = block == 0 ? 0.0 : ends[block - 1];
        drawing.bands.push_back({.y = {before, ends[block]},
                                 .x = AxisRange{double(range.first) - 0.5, double(range.end) - 0.5},
                                 .colour = {Ink::line},
                                 .edges = {Ink::faint}});
    }
}

Chart sums_drawing(const VectorsChart& chart) {
    ValueExtent sums;
    for (const VectorColumn& column : chart.reduced->columns)
        if (is_in_sight(chart, column)) sums.include({column.sum, column.sum});
    if (chart.shown.low <= 0.0) sums.include({0.0, 0.0});
    AxisRange range = around(sums);
    if (sums.low == 0.0) range.low = 0.0;
    Chart drawing = empty_chart(chart, "running sum", range, true);
    add_steps(drawing, chart);
    drawing.curves = {sum_curve(chart)};
    return drawing;
}

} // namespace

std::vector<Chart> vectors_drawings(const VectorsChart& chart) {
    std::vector<Chart> drawings = values_drawings(chart);
    drawings.push_back(squares_drawing(chart));
    drawings.push_back(sums_drawing(chart));
    return drawings;
}

} // namespace pairscope::app
