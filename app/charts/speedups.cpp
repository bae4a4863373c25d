// SPDX-License-Identifier: MIT
#include "app/charts/pictures.h"

#include "app/state/drawing/number_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::charts {
namespace {

constexpr double row_height = 22.0; // [px]
constexpr double bar_height = 12.0;

std::string name_of(const app::SpeedupBar& bar) {
    return bar.answer.empty() ? bar.name : fmt::format("{}, {}", bar.name, bar.answer);
}

std::size_t rows_of(const std::vector<SpeedupGroup>& groups) {
    std::size_t rows = 0;
    for (const SpeedupGroup& group : groups) rows += group.bars.size() + (group.name.empty() ? 0 : 1);
    return rows;
}

/// The longest name, at most a third of the chart.
double width_of_names(const Sheet& sheet, const std::vector<SpeedupGroup>& groups, const Words& words, double most) {
    double width = 0.0;
    for (const SpeedupGroup& group : groups)
        for (const app::SpeedupBar& bar : group.bars)
            width = std::max(width, sheet.canvas.width_of(name_of(bar), words));
    return std::min(width, most);
}

void draw_bar(const Sheet& sheet, const Plot& plot, const app::SpeedupBar& bar, double y, bool selected) {
    const double left = plot.area().left, right = std::max(plot.horizontal(bar.speedup), left + 1.0);
    const double thick = std::min(bar_height, 0.6 * row_height);
    sheet.canvas.fill({left, y - thick / 2.0, right, y + thick / 2.0}, variant_rgb(bar.id, sheet.theme));
    const Words value = sheet.words(tick_size, selected ? sheet.colours.text : sheet.colours.dim);
    sheet.canvas.write(app::speedup_text(bar.speedup), {right + 6.0, y + 4.2}, value);
}

} // namespace

double height_of(const std::vector<SpeedupGroup>& groups) { return row_height * double(rows_of(groups)); }

void draw_speedups(const Sheet& sheet, const Box& box, const std::vector<SpeedupGroup>& groups) {
    std::vector<app::SpeedupBar> all;
    for (const SpeedupGroup& group : groups) all.insert(all.end(), group.bars.begin(), group.bars.end());
    bool logarithmic = false;
    const app::AxisRange range = app::speedup_range(all, logarithmic);
    const Words names = sheet.words(text_size, sheet.colours.dim, Align::right);
    const double width = width_of_names(sheet, groups, names, box.width() / 3.0);
    const Box area{box.left + width + 10.0, box.top, box.right, box.bottom - height_of_horizontal_axis(sheet)};
    const std::string title = "times as fast";
    const Plot plot(area, logarithmic ? log_axis(range, 9, title) : linear_axis(range, 8, title), {});
    draw_horizontal_axis(sheet, plot);
    const double step = area.height() / double(rows_of(groups));
    double y = area.top + step / 2.0;
    for (const SpeedupGroup& group : groups) {
        if (!group.name.empty()) {
            Words heading = sheet.words(text_size, sheet.colours.text);
            heading.bold = true;
            const std::string name = sheet.canvas.shortened(group.name, heading, box.width());
            sheet.canvas.fill({box.left, y - step / 2.0 + 1.0, box.left + sheet.canvas.width_of(name, heading) + 6.0,
                               y + step / 2.0 - 1.0},
                              sheet.colours.panel);
            sheet.canvas.write(name, {box.left, y + 4.4}, heading);
            y += step;
        }
        const double top = y - step / 2.0;
        for (const app::SpeedupBar& bar : group.bars) {
            Words name = names;
            if (bar.id == group.selected) name.colour = sheet.colours.text;
            sheet.canvas.write(sheet.canvas.shortened(name_of(bar), name, width), {area.left - 10.0, y + 4.4}, name);
            draw_bar(sheet, plot, bar, y, bar.id == group.selected);
            y += step;
        }
        sheet.canvas.line({area.left, top}, {area.left, y - step / 2.0}, {.colour = sheet.colours.faint});
    }
}

} // namespace pairscope::charts
