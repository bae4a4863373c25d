// SPDX-License-Identifier: MIT
#include "app/chart/chart_layout.h"

#include "app/chart/chart_layout_curves.h"
#include "app/chart/chart_layout_words.h"
#include "app/chart/label_places.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

constexpr double bar_height = 12.0; // [px], before scale

double part(const ChartAxis& axis, double value) {
    const auto [low, high] = axis.range;
    return axis.logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

/// The nearest place between the axes.
Pixel inside(const Layout& out, Pixel at) {
    return {std::clamp(at.x, out.area.left, out.area.right), std::clamp(at.y, out.area.top, out.area.bottom)};
}

void add_bands(Layout& out) {
    for (const ChartBand& band : out.chart.bands) {
        const AxisRange x = band.x.value_or(out.chart.x.range);
        const Pixel upper = inside(out, out.pixel({x.low, band.y.high}));
        const Pixel lower = inside(out, out.pixel({x.high, band.y.low}));
        if (lower.x <= upper.x) continue; // out of sight
        out.drawn.emplace_back(DrawnBox{{upper.x, upper.y, lower.x, lower.y}, out.rgb(band.colour)});
        for (const double edge : {upper.y, lower.y})
            out.drawn.emplace_back(DrawnLine{{upper.x, edge}, {lower.x, edge}, out.rgb(band.edges), out.px(0.7)});
    }
}

std::vector<double> dashes_of(const Layout& out, LineStyle style) {
    switch (style) {
    case LineStyle::whole:
        return {};
    case LineStyle::dashed:
        return {out.px(6.0), out.px(4.0)};
    case LineStyle::dotted:
        return {out.px(1.2), out.px(4.0)};
    }
    return {};
}

/// In a way that has room for it: where it leads. It is in the middle, or nearest to it where no words are.
void add_arrow(Layout& out, Pixel from, Pixel to, const ChartLine& line) {
    const double size = out.px(5.0), length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 6.0 * size) return;
    const Pixel along{(to.x - from.x) / length, (to.y - from.y) / length};
    const auto is_free = [&](double way) {
        const PlotBox box = box_around({from.x + way * along.x, from.y + way * along.y}, 1.25 * size);
        return std::ranges::none_of(out.written, [&](const PlotBox& words) { return overlap(words, box); });
    };
    double middle = length / 2.0;
    for (double off = 0.0; off < length / 2.0 - 2.0 * size && !is_free(middle); off += size)
        middle = is_free(length / 2.0 - off) ? length / 2.0 - off : length / 2.0 + off;
    if (!is_free(middle)) return;
    // Open by more than a right angle: a narrow head with a dot between its strokes would look like the letter A.
    const double back = 1.1 * size, aside = 1.15 * size;
    const Pixel tip{from.x + (middle + back / 2.0) * along.x, from.y + (middle + back / 2.0) * along.y};
    for (const double side : {-aside, aside})
        out.drawn.emplace_back(
            DrawnLine{{tip.x - back * along.x - side * along.y, tip.y - back * along.y + side * along.x},
                      tip,
                      out.rgb(line.colour),
                      out.px(line.width)});
}

/// With a little room around the words.
std::vector<PlotBox> boxes_around_words(const Layout& out) {
    const double room = out.px(2.0);
    std::vector<PlotBox> boxes;
    for (const PlotBox& box : out.written)
        boxes.push_back({box.left - room, box.top - room, box.right + room, box.bottom + room});
    return boxes;
}

void add_line(Layout& out, const ChartLine& line) {
    const Pixel from = out.pixel(line.from), to = out.pixel(line.to);
    const auto piece = [&](Pixel begin, Pixel end) {
        out.drawn.emplace_back(
            DrawnLine{begin, end, out.rgb(line.colour), out.px(line.width), dashes_of(out, line.style)});
    };
    const auto gap = out.gaps.find(&line);
    const auto at = [&](double way) { return Pixel{from.x + way * (to.x - from.x), from.y + way * (to.y - from.y)}; };
    if (line.words.empty()) { // words do not keep off it: it keeps off them
        for (const LinePart& part : parts_beside({from.x, from.y, to.x, to.y}, boxes_around_words(out)))
            piece(at(part.from), at(part.to));
    } else if (gap == out.gaps.end()) {
        piece(from, to);
    } else {
        piece(from, {gap->second.x0, gap->second.y0});
        piece({gap->second.x1, gap->second.y1}, to);
    }
    if (line.arrow) add_arrow(out, from, to, line);
}

void add_mark(Layout& out, const ChartMark& mark) {
    const Pixel at = out.pixel(mark.at);
    const Rgb colour = out.rgb(mark.colour), ground = theme_colours(out.medium.theme).panel;
    const double radius = out.radius_of(mark);
    if (mark.interval) { // the interval of a clock that stood still has no end
        const auto [low, high] = out.chart.y.range;
        out.drawn.emplace_back(DrawnLine{out.pixel({mark.at.x, std::clamp(mark.interval->low, low, high)}),
                                         out.pixel({mark.at.x, std::clamp(mark.interval->high, low, high)}), colour,
                                         out.px(1.5)});
    }
    out.drawn.emplace_back(DrawnMark{MarkShape::circle, at, radius, ground}); // lines end at the mark
    out.drawn.emplace_back(DrawnMark{mark.shape, at, radius, colour, mark.filled});
    if (mark.crossed) out.drawn.emplace_back(DrawnCross{at, radius, mark.filled ? ground : colour});
    if (mark.ringed)
        out.drawn.emplace_back(DrawnMark{MarkShape::circle, at, ring_radius(radius), out.rgb({Ink::dim}), false});
}

/// A line per pixel, from the least of its values to the greatest.
void add_spans(Layout& out, const ChartSeries& series) {
    const auto columns = std::size_t(std::max(out.area.width(), 1.0));
    for (std::size_t column = 0; column < columns; ++column) {
        const auto from = series.values.begin() + std::ptrdiff_t(column * series.values.size() / columns);
        const auto to = series.values.begin() + std::ptrdiff_t((column + 1) * series.values.size() / columns);
        const auto [least, most] = std::minmax_element(from, to);
        const double x = out.area.left + double(column) + 0.5;
        out.drawn.emplace_back(DrawnLine{{x, out.pixel({1.0, series.scale * *least}).y + 0.5},
                                         {x, out.pixel({1.0, series.scale * *most}).y - 0.5},
                                         out.rgb(series.colour)});
    }
}

void add_series(Layout& out, const ChartSeries& series) {
    constexpr double most_marks_per_pixel = 4.0;
    const auto count = double(series.values.size());
    if (count > most_marks_per_pixel * out.area.width()) {
        add_spans(out, series);
        return;
    }
    const double least = out.px(out.medium.radius) / 3.0, most = out.px(out.medium.radius) * 0.75;
    const double radius = std::clamp(out.area.width() / count / 2.5, least, most);
    for (std::size_t i = 0; i < series.values.size(); ++i) {
        const Pixel at = out.pixel({double(i + 1), series.scale * series.values[i]});
        if (series.crossed)
            out.drawn.emplace_back(DrawnCross{at, 1.3 * radius, out.rgb(series.colour)});
        else
            out.drawn.emplace_back(DrawnMark{MarkShape::circle, at, radius, out.rgb(series.colour)});
    }
}

/// Thin strokes across a bar, in the colour behind it.
void add_hatch(Layout& out, const PlotBox& bar) {
    const double step = out.px(6.0), height = bar.height();
    for (double x = bar.left - height + step; x < bar.right; x += step) {
        const double first = std::max(0.0, (bar.left - x) / height), last = std::min(1.0, (bar.right - x) / height);
        out.drawn.emplace_back(DrawnLine{{x + first * height, bar.bottom - first * height},
                                         {x + last * height, bar.bottom - last * height},
                                         theme_colours(out.medium.theme).panel,
                                         step / 4.0});
    }
}

/// On paper nothing changes: bars that are all recorded need no sign of it.
bool shows_recorded(const Layout& out) {
    const auto measured = [](const ChartBar& bar) { return !bar.heading && !bar.recorded; };
    return out.medium.can_hover || std::ranges::any_of(out.chart.bars, measured);
}

void add_outline(Layout& out, const PlotBox& bar, Rgb colour) {
    const Pixel corners[] = {
        {bar.left, bar.top}, {bar.right, bar.top}, {bar.right, bar.bottom}, {bar.left, bar.bottom}};
    for (std::size_t i = 0; i < 4; ++i)
        out.drawn.emplace_back(DrawnLine{corners[i], corners[(i + 1) % 4], colour, out.px(1.5)});
}

void add_bar(Layout& out, std::size_t row) {
    const ChartBar& bar = out.chart.bars[row];
    const double y = middle_of_row(out.chart, out.area, row);
    const double row_height = out.area.height() / double(out.chart.bars.size());
    const double half = std::min(out.px(bar_height), 0.55 * row_height) / 2.0;
    const double right = std::max(out.area.left + part(out.chart.x, bar.value) * out.area.width(), out.area.left + 1.0);
    const PlotBox box{out.area.left, y - half, right, y + half};
    if (!bar.filled && bar.value > 0.0)
        add_outline(out, box, out.rgb(bar.colour));
    else if (bar.value > 0.0)
        out.drawn.emplace_back(DrawnBox{box, out.rgb(bar.colour)});
    if (bar.recorded && shows_recorded(out)) add_hatch(out, box);
    const TextLook look{.size = out.px(words_size)};
    out.drawn.emplace_back(DrawnWords{bar.words,
                                      {right + out.px(6.0), y - out.extent(bar.words, look).height / 2.0},
                                      look,
                                      out.rgb({bar.selected ? Ink::text : Ink::dim})});
    out.drawn.emplace_back(DrawnLine{{out.area.left, y - row_height / 2.0},
                                     {out.area.left, y + row_height / 2.0},
                                     out.rgb({Ink::faint}),
                                     out.px(1.0)});
}

/// Cuts what was drawn from this index on.
void cut_lines(std::vector<Drawn>& drawn, std::size_t first, const PlotBox& area) {
    const auto begin = drawn.begin() + std::ptrdiff_t(first);
    const auto end = std::remove_if(begin, drawn.end(), [&](Drawn& one) {
        auto* const line = std::get_if<DrawnLine>(&one);
        return line != nullptr && !cut_to(area, *line);
    });
    drawn.erase(end, drawn.end());
}

double distance(Pixel at, Pixel from, Pixel to) {
    const double dx = to.x - from.x, dy = to.y - from.y, squared = dx * dx + dy * dy;
    const double way =
        squared > 0.0 ? std::clamp(((at.x - from.x) * dx + (at.y - from.y) * dy) / squared, 0.0, 1.0) : 0.0;
    return std::hypot(at.x - from.x - way * dx, at.y - from.y - way * dy);
}

} // namespace

bool cut_to(const PlotBox& area, DrawnLine& line) {
    const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
    double first = 0.0, last = 1.0;
    // Each side of the area: how fast the line goes out of it, and how far its beginning is from it.
    const double sides[4][2] = {{-dx, line.from.x - area.left},
                                {dx, area.right - line.from.x},
                                {-dy, line.from.y - area.top},
                                {dy, area.bottom - line.from.y}};
    for (const auto& [speed, room] : sides) {
        if (speed == 0.0 && room < 0.0) return false;
        if (speed > 0.0) last = std::min(last, room / speed);
        if (speed < 0.0) first = std::max(first, room / speed);
    }
    if (!(first <= last)) return false; // also a line whose ends are no numbers
    const Pixel from = line.from;
    if (last < 1.0) line.to = {from.x + last * dx, from.y + last * dy};
    if (first > 0.0) line.from = {from.x + first * dx, from.y + first * dy};
    return true;
}

double Layout::radius_of(const ChartMark& mark) const {
    return px(mark.large ? medium.large_radius : mark.small ? medium.radius * 2.0 / 3.0 : medium.radius);
}

double Layout::reach_of(const ChartMark& mark) const {
    const double radius = radius_of(mark), ring = ring_radius(radius);
    return mark.ringed ? ring + double(outline_width(float(ring))) / 2.0 : radius;
}

std::vector<Drawn> lay_out(const Chart& chart, const PlotBox& area, const ChartMedium& medium) {
    Layout out{.chart = chart, .area = area, .medium = medium, .drawn = {}, .written = {}};
    add_bands(out);
    cut_lines(out.drawn, 0, area);
    if (!medium.can_hover) add_key(out);
    std::vector<Drawn> below = std::exchange(out.drawn, {}); // lines end where words stand, and so come after them
    add_words_of_upright_lines(out);
    add_words_along_lines(out);
    add_names(out);
    const std::vector<Drawn> words = std::exchange(out.drawn, std::move(below));
    const std::size_t first_line = out.drawn.size();
    for (const ChartLine& line : chart.lines) add_line(out, line);
    cut_lines(out.drawn, first_line, area);
    out.drawn.insert(out.drawn.end(), words.begin(), words.end()); // some have lines that lead to them, in the margin
    const std::size_t first_figure = out.drawn.size();
    for (const ChartSeries& series : chart.series) add_series(out, series);
    for (const ChartCurve& curve : chart.curves) add_curve(out, curve);
    add_names_of_curves(out);
    for (const bool large : {false, true})
        for (const ChartMark& mark : chart.marks)
            if (mark.large == large) add_mark(out, mark);
    for (std::size_t row = 0; row < chart.bars.size(); ++row)
        if (!chart.bars[row].heading) add_bar(out, row);
    cut_lines(out.drawn, first_figure, area);
    if (!medium.can_hover) add_margin(out);
    return std::move(out.drawn);
}

Pixel pixel_at(const Chart& chart, const PlotBox& area, ChartPoint point) {
    return {area.left + part(chart.x, point.x) * area.width(), area.bottom - part(chart.y, point.y) * area.height()};
}

double middle_of_row(const Chart& chart, const PlotBox& area, std::size_t row) {
    return area.top + (double(row) + 0.5) * area.height() / double(chart.bars.size());
}

std::optional<std::size_t> mark_near(const Chart& chart, const PlotBox& area, Pixel at, double reach) {
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < chart.marks.size(); ++i) {
        const Pixel mark = pixel_at(chart, area, chart.marks[i].at);
        const double away = std::hypot(at.x - mark.x, at.y - mark.y);
        if (away >= reach) continue;
        reach = away;
        nearest = i;
    }
    return nearest;
}

std::optional<std::size_t> line_near(const Chart& chart, const PlotBox& area, Pixel at, double reach) {
    std::optional<std::size_t> nearest;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const ChartLine& line = chart.lines[i];
        if (line.words.empty()) continue;
        const double away = distance(at, pixel_at(chart, area, line.from), pixel_at(chart, area, line.to));
        if (away >= reach) continue;
        reach = away;
        nearest = i;
    }
    return nearest;
}

} // namespace pairscope::app
