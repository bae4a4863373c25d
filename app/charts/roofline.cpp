// SPDX-License-Identifier: MIT
#include "app/charts/pictures.h"

#include "app/features/roofline/label_places.h"
#include "app/state/drawing/number_text.h"
#include "kernels/core/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::charts {
namespace {

using app::ChartDot;
using app::Roof;
using app::RooflineChart;

constexpr double label_size = 12.0;
constexpr double words_room = 12.0; // before the words on a roof

/// A roof as it lies on the paper, from left to right.
struct RoofLine {
    const Roof* roof = nullptr;
    Point from, to;
};

std::vector<RoofLine> lines_of(const Plot& plot, const RooflineChart& chart) {
    std::vector<RoofLine> lines;
    for (const Roof& roof : chart.roofs) {
        const auto line = line_of(chart, roof);
        lines.push_back({&roof, plot.at(line.front().intensity, line.front().performance),
                         plot.at(line.back().intensity, line.back().performance)});
    }
    return lines;
}

void draw_roofs(const Sheet& sheet, const std::vector<RoofLine>& lines) {
    for (const RoofLine& line : lines) {
        const bool binds = line.roof->binds;
        sheet.canvas.line(line.from, line.to,
                          {.colour = binds ? sheet.colours.text : sheet.colours.faint, .width = binds ? 2.0 : 1.0});
    }
}

app::PlotBox pixels(const Box& box) { return {float(box.left), float(box.top), float(box.right), float(box.bottom)}; }

Point place_of(const Plot& plot, const ChartDot& dot) { return plot.at(dot.intensity, dot.performance); }

/// In the middle of a way that has room for it: where it leads.
void draw_arrow(const Sheet& sheet, Point from, Point to) {
    constexpr double size = 5.0;
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 6.0 * size) return;
    const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
    const Point tip{(from.x + to.x) / 2.0 + size * along.x, (from.y + to.y) / 2.0 + size * along.y};
    for (const double side : {-0.6, 0.6})
        sheet.canvas.line({tip.x - 2.0 * size * along.x - side * size * along.y,
                           tip.y - 2.0 * size * along.y + side * size * along.x},
                          tip, {.colour = sheet.colours.dim, .width = 1.2});
}

void draw_trail(const Sheet& sheet, const Plot& plot, const RooflineChart& chart) {
    for (std::size_t i = 1; i < chart.trail.size(); ++i) {
        const Point from = place_of(plot, chart.dots[chart.trail[i - 1]]);
        const Point to = place_of(plot, chart.dots[chart.trail[i]]);
        sheet.canvas.line(from, to, {.colour = sheet.colours.dim, .width = 1.2, .dashes = {1.2, 4.0}});
        draw_arrow(sheet, from, to);
    }
}

/// A simulated variant has an intensity and no performance: a dashed line as high as the plot.
void draw_simulated(const Sheet& sheet, const Plot& plot, const RooflineChart& chart,
                    std::vector<app::PlotBox>& written) {
    if (!chart.simulated) return;
    const double x = plot.horizontal(chart.simulated->intensity);
    const Box& area = plot.area();
    sheet.canvas.line({x, area.top}, {x, area.bottom},
                      {.colour = variant_rgb(chart.simulated->id, sheet.theme), .width = 1.5, .dashes = {6.0, 4.0}});
    const std::string text = fmt::format("{}, simulated: {} {}/B predicted, no time", short_name(chart.simulated->id),
                                         app::three_digits(chart.simulated->intensity), unit_name(chart));
    Words words = sheet.words(label_size, sheet.colours.text);
    const double width = sheet.canvas.width_of(text, words), base = area.top + 4.0 + sheet.canvas.ascent(words);
    const bool on_left = x - 6.0 - width > area.left;
    const double left = on_left ? x - 6.0 - width : std::min(x + 6.0, area.right - width);
    const Box box{left - 2.0, area.top + 2.0, left + width + 2.0, base + 5.0};
    sheet.canvas.fill(box, sheet.colours.panel);
    sheet.canvas.write(text, {left, base}, words);
    written.push_back(pixels(box));
}

double radius_of(const ChartDot& dot) { return dot.selected ? 8.0 : 6.0; }
bool is_counted(const ChartDot& dot) { return dot.bytes == profiling::Provenance::counter; }

void draw_dot(const Sheet& sheet, const Plot& plot, const ChartDot& dot) {
    const Point at = place_of(plot, dot);
    const app::Rgb colour = variant_rgb(dot.id, sheet.theme);
    if (dot.interval) { // of a clock that stood still it has no end
        const auto [low, high] = plot.y().range;
        sheet.canvas.line(plot.at(dot.intensity, std::clamp(dot.interval->low, low, high)),
                          plot.at(dot.intensity, std::clamp(dot.interval->high, low, high)),
                          {.colour = colour, .width = 1.5});
    }
    sheet.canvas.disc(at, radius_of(dot), sheet.colours.panel); // roofs end at the mark
    sheet.canvas.mark(app::variant_mark(dot.id), at, radius_of(dot), colour, is_counted(dot));
    if (dot.recording != 0) sheet.canvas.cross(at, radius_of(dot), is_counted(dot) ? sheet.colours.panel : colour);
}

/// Of another device than the roofs are: said so. On paper nothing can be hovered.
std::string name_of(const RooflineChart& chart, const ChartDot& dot) {
    const std::string name(short_name(dot.id));
    const bool elsewhere = dot.run != nullptr && dot.run->device.name != chart.device;
    return elsewhere && !dot.run->device.name.empty() ? fmt::format("{}, {}", name, dot.run->device.name) : name;
}

app::PlotBox box_of(const Plot& plot, const ChartDot& dot) {
    const Point at = place_of(plot, dot);
    return app::box_around(float(at.x), float(at.y), float(radius_of(dot)));
}

app::PlotLine pixels(const RoofLine& line) {
    return {float(line.from.x), float(line.from.y), float(line.to.x), float(line.to.y)};
}

/// None on a mark or on what is `written`, to which they are added.
void label_roofs(const Sheet& sheet, const Plot& plot, const RooflineChart& chart, const std::vector<RoofLine>& lines,
                 std::vector<app::PlotBox>& written) {
    std::vector<app::PlotBox> taken = written;
    for (const ChartDot& dot : chart.dots) taken.push_back(box_of(plot, dot));
    std::vector<app::LineWords> words;
    std::vector<std::string> labels;
    std::vector<Words> looks;
    for (const RoofLine& line : lines) {
        const bool level = line.roof->kind == app::RoofKind::fma;
        Words look = sheet.words(label_size, line.roof->binds ? sheet.colours.text : sheet.colours.dim);
        look.bold = line.roof->binds;
        const double length = std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
        const double most = level ? plot.area().width() : std::max(length - words_room, 80.0);
        labels.push_back(sheet.canvas.shortened(line.roof->label, look, most));
        words.push_back(app::roof_words(pixels(line), float(sheet.canvas.width_of(labels.back(), look)),
                                        float(sheet.canvas.ascent(look) + sheet.canvas.descent(look)), level,
                                        words.empty()));
        looks.push_back(look);
    }
    const auto places = place_line_words(words, taken, pixels(plot.area()), float(words_room));
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].on_line) {
            const app::PlotLine middle = middle_of(places[i], words[i]);
            sheet.canvas.line({middle.x0, middle.y0}, {middle.x1, middle.y1},
                              {.colour = sheet.colours.panel, .width = words[i].height});
        }
        looks[i].angle = places[i].angle;
        const double down = sheet.canvas.ascent(looks[i]), angle = places[i].angle; // to the base line
        sheet.canvas.write(labels[i], {places[i].x - down * std::sin(angle), places[i].y + down * std::cos(angle)},
                           looks[i]);
        written.insert(written.end(), places[i].covers.begin(), places[i].covers.end());
    }
}

void name_dots(const Sheet& sheet, const Plot& plot, const RooflineChart& chart, const std::vector<RoofLine>& roofs,
               std::vector<app::PlotBox> taken) {
    Words words = sheet.words(label_size, sheet.colours.dim);
    const double ascent = sheet.canvas.ascent(words), height = ascent + sheet.canvas.descent(words);
    constexpr std::size_t most = 26; // more names than these hide each other: those of other devices go
    std::vector<const ChartDot*> named;
    for (const ChartDot& dot : chart.dots)
        if (dot.named || chart.dots.size() <= most)
            named.push_back(&dot);
        else
            taken.push_back(box_of(plot, dot));
    std::vector<app::LabelAnchor> anchors;
    for (const ChartDot* one : named) {
        const ChartDot& dot = *one;
        const Point at = place_of(plot, dot);
        anchors.push_back({float(at.x), float(at.y), float(radius_of(dot)),
                           float(sheet.canvas.width_of(name_of(chart, dot), words)), float(height)});
    }
    std::vector<app::PlotLine> lines;
    for (const RoofLine& roof : roofs) lines.push_back(pixels(roof));
    const auto places = place_labels(anchors, lines, pixels(plot.area()), taken);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const ChartDot& dot = *named[i];
        const app::PlotBox& box = places[i].box;
        if (places[i].moved)
            sheet.canvas.line(place_of(plot, dot),
                              {places[i].on_left ? box.right + 1.0 : box.left - 1.0, (box.top + box.bottom) / 2.0},
                              {.colour = sheet.colours.faint});
        sheet.canvas.fill({box.left - 2.0, box.top, box.right + 2.0, box.bottom}, sheet.colours.panel);
        words.colour = dot.selected ? sheet.colours.text : sheet.colours.dim;
        sheet.canvas.write(name_of(chart, dot), {box.left, box.top + ascent}, words);
    }
}

/// What the marks mean, in the corner that a roofline leaves empty.
void draw_key(const Sheet& sheet, const Plot& plot, const RooflineChart& chart, std::vector<app::PlotBox>& written) {
    const bool counted = std::ranges::any_of(chart.dots, is_counted);
    const bool predicted = !std::ranges::all_of(chart.dots, is_counted);
    const bool recorded = std::ranges::any_of(chart.dots, [](const ChartDot& dot) { return dot.recording != 0; });
    struct Line {
        std::string_view text;
        bool filled, crossed;
    };
    std::vector<Line> lines;
    if (counted) lines.push_back({"bytes counted", true, false});
    if (predicted) lines.push_back({"bytes predicted", false, false});
    if (recorded) lines.push_back({"recorded", counted, true});
    const Words words = sheet.words(foot_size, sheet.colours.dim);
    double width = 0.0;
    for (const Line& line : lines) width = std::max(width, sheet.canvas.width_of(line.text, words));
    constexpr double step = 18.0, radius = 5.0;
    const Point corner{plot.area().right - 14.0 - width, plot.area().bottom - 8.0 - step * double(lines.size())};
    const Box box{corner.x - 26.0, corner.y, plot.area().right - 8.0, plot.area().bottom - 8.0};
    sheet.canvas.fill(box, sheet.colours.panel);
    written.push_back(pixels(box));
    double y = corner.y + step / 2.0;
    for (const Line& line : lines) {
        const Point at{corner.x - 14.0, y};
        sheet.canvas.mark(app::MarkShape::circle, at, radius, sheet.colours.dim, line.filled);
        if (line.crossed) sheet.canvas.cross(at, radius, line.filled ? sheet.colours.panel : sheet.colours.dim);
        sheet.canvas.write(line.text, {corner.x, y + 4.0}, words);
        y += step;
    }
}

} // namespace

void draw_roofline(const Sheet& sheet, const Box& box, const RooflineChart& chart) {
    const Plot plot =
        draw_plot(sheet, box, log_axis(chart.intensity, 11, intensity_title(chart)),
                  log_axis(chart.performance, 9, fmt::format("performance [{}]", performance_title(chart))));
    const auto roofs = lines_of(plot, chart);
    sheet.canvas.clip(plot.area());
    std::vector<app::PlotBox> written;
    draw_key(sheet, plot, chart, written);
    draw_roofs(sheet, roofs);
    draw_trail(sheet, plot, chart);
    draw_simulated(sheet, plot, chart, written);
    label_roofs(sheet, plot, chart, roofs, written);
    name_dots(sheet, plot, chart, roofs, std::move(written));
    for (const ChartDot& dot : chart.dots)
        if (!dot.selected) draw_dot(sheet, plot, dot);
    for (const ChartDot& dot : chart.dots)
        if (dot.selected) draw_dot(sheet, plot, dot);
    sheet.canvas.unclip();
}

} // namespace pairscope::charts
