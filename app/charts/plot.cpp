// SPDX-License-Identifier: MIT
#include "app/charts/plot.h"

#include "kernels/core/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace pairscope::charts {
namespace {

constexpr double least_room = 60.0; // [px] for what a chart shows, along each side

void check_room(const Sheet& sheet, const Box& box) {
    if (box.width() < least_room || box.height() < least_room)
        throw InputError(fmt::format("a chart of {} x {} has no room for its words: choose a larger size",
                                     sheet.size.width, sheet.size.height));
}

double line_height(const Sheet& sheet, const Words& words) {
    return std::ceil(sheet.canvas.ascent(words) + sheet.canvas.descent(words) + 2.0);
}

/// From the top down. Returns where the next line would begin.
double write_lines(const Sheet& sheet, const std::vector<std::string>& lines, double top, const Words& words) {
    for (const std::string& line : lines) {
        sheet.canvas.write(line, {margin, top + sheet.canvas.ascent(words)}, words);
        top += line_height(sheet, words);
    }
    return top;
}

double longest(const Sheet& sheet, const std::vector<app::Tick>& ticks, const Words& words) {
    double width = 0.0;
    for (const app::Tick& tick : ticks) width = std::max(width, sheet.canvas.width_of(tick.label, words));
    return width;
}

double part(const Axis& axis, double value) {
    const auto [low, high] = axis.range;
    return axis.logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
}

void draw_vertical_axis(const Sheet& sheet, const Plot& plot) {
    const Box& area = plot.area();
    const Words labels = sheet.words(tick_size, sheet.colours.dim, Align::right);
    const double half = sheet.canvas.ascent(labels) * 0.36; // of a digit's height
    for (const app::Tick& tick : plot.y().ticks) {
        const double y = plot.vertical(tick.value);
        sheet.canvas.line({area.left, y}, {area.right, y}, {.colour = sheet.colours.grid});
        sheet.canvas.write(tick.label, {area.left - 8.0, y + half}, labels);
    }
    Words title = sheet.words(text_size, sheet.colours.text, Align::middle);
    title.angle = -std::numbers::pi / 2.0;
    const double x = area.left - 8.0 - longest(sheet, plot.y().ticks, labels) - 10.0;
    sheet.canvas.write(sheet.canvas.shortened(plot.y().title, title, area.height()),
                       {x, (area.top + area.bottom) / 2.0}, title);
}

} // namespace

Box draw_around(const Sheet& sheet, const app::ChartWords& chart) {
    const double width = sheet.size.width - 2.0 * margin;
    Words title = sheet.words(title_size, sheet.colours.text);
    title.bold = true;
    const Words sentence = sheet.words(text_size, sheet.colours.dim), foot = sheet.words(foot_size, sheet.colours.dim);
    double top = margin - 4.0;
    top = write_lines(sheet, {sheet.canvas.shortened(chart.title, title, width)}, top, title);
    top = write_lines(sheet, sheet.canvas.wrapped(chart.sentence, sentence, width), top + 1.0, sentence);
    std::vector<std::string> notes;
    for (const std::string& note : chart.notes)
        for (std::string& line : sheet.canvas.wrapped(note, foot, width)) notes.push_back(std::move(line));
    const double foot_top = sheet.size.height - margin + 6.0 - double(notes.size()) * line_height(sheet, foot);
    const Box left{margin, top + 12.0, sheet.size.width - margin, foot_top - 10.0};
    check_room(sheet, left);
    write_lines(sheet, notes, foot_top, foot);
    return left;
}

std::vector<app::Tick> linear_ticks(app::AxisRange range, int most) {
    const double rough = (range.high - range.low) / most;
    if (!std::isnormal(rough) || rough < 0.0) return {}; // no step leads from one end to the other
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * decade;
    for (const double candidate : {1.0, 2.0, 5.0})
        if (candidate * decade >= rough) {
            step = candidate * decade;
            break;
        }
    const int decimals = std::max(0, int(-std::floor(std::log10(step) + 1e-9)));
    std::vector<app::Tick> ticks;
    for (double i = std::ceil(range.low / step - 1e-9) + 0.0; // no -0
         i * step <= range.high * (1.0 + 1e-12); ++i)
        ticks.push_back({i * step, fmt::format("{:.{}f}", i * step, decimals)});
    return ticks;
}

Axis log_axis(app::AxisRange range, std::size_t most_ticks, std::string title) {
    return {.range = range, .logarithmic = true, .ticks = log_ticks(range, most_ticks), .title = std::move(title)};
}
Axis linear_axis(app::AxisRange range, int most_ticks, std::string title) {
    return {.range = range, .logarithmic = false, .ticks = linear_ticks(range, most_ticks), .title = std::move(title)};
}

double Plot::horizontal(double x) const { return area_.left + part(x_, x) * area_.width(); }
double Plot::vertical(double y) const { return area_.bottom - part(y_, y) * area_.height(); }

double height_of_horizontal_axis(const Sheet& sheet) {
    const Words labels = sheet.words(tick_size, 0), title = sheet.words(text_size, 0);
    return 6.0 + line_height(sheet, labels) + 4.0 + line_height(sheet, title);
}

void draw_horizontal_axis(const Sheet& sheet, const Plot& plot) {
    const Box& area = plot.area();
    const Words labels = sheet.words(tick_size, sheet.colours.dim, Align::middle);
    const double base = area.bottom + 6.0 + sheet.canvas.ascent(labels);
    for (const app::Tick& tick : plot.x().ticks) {
        const double x = plot.horizontal(tick.value);
        sheet.canvas.line({x, area.top}, {x, area.bottom}, {.colour = sheet.colours.grid});
        sheet.canvas.write(tick.label, {x, base}, labels);
    }
    const Words title = sheet.words(text_size, sheet.colours.text, Align::middle);
    sheet.canvas.write(sheet.canvas.shortened(plot.x().title, title, area.width()),
                       {(area.left + area.right) / 2.0,
                        area.bottom + 6.0 + line_height(sheet, labels) + 4.0 + sheet.canvas.ascent(title)},
                       title);
}

Plot draw_plot(const Sheet& sheet, const Box& box, Axis x, Axis y) {
    const Words labels = sheet.words(tick_size, 0);
    const double left = longest(sheet, y.ticks, labels) + 8.0 + 10.0 + sheet.canvas.ascent(sheet.words(text_size, 0));
    const Box area{std::ceil(box.left + left), box.top, box.right,
                   std::floor(box.bottom - height_of_horizontal_axis(sheet))};
    check_room(sheet, area);
    Plot plot(area, std::move(x), std::move(y));
    draw_horizontal_axis(sheet, plot);
    draw_vertical_axis(sheet, plot);
    sheet.canvas.line({area.left, area.bottom}, {area.right, area.bottom}, {.colour = sheet.colours.faint});
    sheet.canvas.line({area.left, area.top}, {area.left, area.bottom}, {.colour = sheet.colours.faint});
    return plot;
}

} // namespace pairscope::charts
