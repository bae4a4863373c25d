// SPDX-License-Identifier: MIT
#include "app/paper/plot.h"

#include "app/chart/chart_layout.h"
#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pairscope::charts {
namespace {

constexpr double least_room = 60.0; // [px] for what a chart shows, along each side

void check_room(const Sheet& sheet, const Box& box) {
    if (box.width() < least_room || box.height() < least_room)
        throw InputError(fmt::format("a chart of {} x {} has no room for its labels: choose a larger size",
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

constexpr double ticks_on_paper = 99.0; // there is room for as many as an axis wants

/// Smaller letters for a title that is longer than its axis; what still does not fit is cut.
void shrink(const Sheet& sheet, Words& words, const std::string& text, double room) {
    constexpr double least_size = 8.5; // [px]
    const double width = sheet.canvas.width_of(text, words);
    if (width > room) words.size = std::max(least_size, 0.995 * words.size * room / width);
}

/// `room` [px] is what it has left of the plot; its title stands at the beginning of that.
void draw_vertical_axis(const Sheet& sheet, const app::Chart& chart, const Box& area, double room) {
    const Words labels = sheet.words(tick_size, sheet.colours.dim, Align::right);
    const double half = sheet.canvas.ascent(labels) * 0.36; // half the height of a digit
    const auto ticks = ticks_of(chart.y, ticks_on_paper);
    for (const app::Tick& tick : ticks) {
        const double y = pixel_at(chart, area, {chart.x.range.low, tick.value}).y;
        sheet.canvas.line({area.left, y}, {area.right, y}, {.colour = sheet.colours.grid});
        sheet.canvas.write(tick.label, {area.left - 8.0, y + half}, labels);
    }
    Words title = sheet.words(text_size, sheet.colours.text, Align::middle);
    title.angle = -std::numbers::pi / 2.0;
    const double x = area.left - room + sheet.canvas.ascent(title);
    shrink(sheet, title, full_title(chart.y), area.height());
    sheet.canvas.write(sheet.canvas.shortened(full_title(chart.y), title, area.height()),
                       {x, (area.top + area.bottom) / 2.0}, title);
}

void draw_horizontal_axis(const Sheet& sheet, const app::Chart& chart, const Box& area) {
    const Words labels = sheet.words(tick_size, sheet.colours.dim, Align::middle);
    const double base = area.bottom + 6.0 + sheet.canvas.ascent(labels);
    for (const app::Tick& tick : ticks_of(chart.x, ticks_on_paper)) {
        const double x = pixel_at(chart, area, {tick.value, chart.y.range.low}).x;
        sheet.canvas.line({x, area.top}, {x, area.bottom}, {.colour = sheet.colours.grid});
        if (chart.x.written) sheet.canvas.write(tick.label, {x, base}, labels);
    }
    if (!chart.x.written) return;
    const Words title = sheet.words(text_size, sheet.colours.text, Align::middle);
    sheet.canvas.write(sheet.canvas.shortened(full_title(chart.x), title, area.width()),
                       {(area.left + area.right) / 2.0,
                        area.bottom + 6.0 + line_height(sheet, labels) + 4.0 + sheet.canvas.ascent(title)},
                       title);
}

constexpr double row_height = 22.0; // [px]

/// The longest name, at most a third of the chart.
double width_of_names(const Sheet& sheet, const app::Chart& chart, const Words& words, double most) {
    double width = 0.0;
    for (const app::ChartBar& bar : chart.bars)
        if (!bar.heading) width = std::max(width, sheet.canvas.width_of(bar.name + bar.addition, words));
    return std::min(width, most);
}

/// The heading of a group stands in a row of its own, over the grid.
void write_heading(const Sheet& sheet, const app::ChartBar& bar, const Box& row) {
    Words words = sheet.words(text_size, sheet.colours.text);
    words.bold = true;
    const std::string name = sheet.canvas.shortened(bar.name, words, row.width());
    sheet.canvas.fill({row.left, row.top + 1.0, row.left + sheet.canvas.width_of(name, words) + 6.0, row.bottom - 1.0},
                      sheet.colours.panel);
    sheet.canvas.write(name, {row.left, (row.top + row.bottom) / 2.0 + 4.4}, words);
}

Box draw_rows(const Sheet& sheet, const Box& box, const app::Chart& chart) {
    Words words = sheet.words(text_size, sheet.colours.dim, Align::right);
    const double width = width_of_names(sheet, chart, words, box.width() / 3.0);
    const Box area{box.left + width + 10.0, box.top, box.right, box.bottom - height_of_horizontal_axis(sheet)};
    draw_horizontal_axis(sheet, chart, area);
    const double half = area.height() / double(chart.bars.size()) / 2.0;
    for (std::size_t row = 0; row < chart.bars.size(); ++row) {
        const app::ChartBar& bar = chart.bars[row];
        const double y = middle_of_row(chart, area, row);
        words.colour = bar.selected ? sheet.colours.text : sheet.colours.dim;
        if (bar.heading)
            write_heading(sheet, bar, {box.left, y - half, box.right, y + half});
        else
            sheet.canvas.write(sheet.canvas.shortened(bar.name + bar.addition, words, width),
                               {area.left - 10.0, y + 4.4}, words);
    }
    return area;
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

double width_of_vertical_axis(const Sheet& sheet, const app::Chart& chart) {
    return longest(sheet, ticks_of(chart.y, ticks_on_paper), sheet.words(tick_size, 0)) + 8.0 + 10.0 +
           sheet.canvas.ascent(sheet.words(text_size, 0));
}

double height_of_horizontal_axis(const Sheet& sheet) {
    const Words labels = sheet.words(tick_size, 0), title = sheet.words(text_size, 0);
    return 6.0 + line_height(sheet, labels) + 4.0 + line_height(sheet, title);
}

double height_of_rows(std::size_t rows) { return row_height * double(rows); }

Box draw_axes(const Sheet& sheet, const Box& box, const app::Chart& chart, double least_left) {
    if (!chart.bars.empty()) return draw_rows(sheet, box, chart);
    const double left = std::max(width_of_vertical_axis(sheet, chart), least_left);
    const double below = chart.x.written ? height_of_horizontal_axis(sheet) : 0.0;
    const Box area{std::ceil(box.left + left), box.top, box.right, std::floor(box.bottom - below)};
    check_room(sheet, area);
    draw_horizontal_axis(sheet, chart, area);
    draw_vertical_axis(sheet, chart, area, left);
    sheet.canvas.line({area.left, area.bottom}, {area.right, area.bottom}, {.colour = sheet.colours.faint});
    sheet.canvas.line({area.left, area.top}, {area.left, area.bottom}, {.colour = sheet.colours.faint});
    return area;
}

} // namespace pairscope::charts
