// SPDX-License-Identifier: MIT
#include "app/paper/paper.h"

#include "app/chart/chart_layout.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace pairscope::charts {
namespace {

Words words_of(app::TextLook look) { return {.size = look.size, .bold = look.bold}; }

app::ChartMedium medium_of(const Sheet& sheet) {
    return {.theme = sheet.theme,
            .can_hover = sheet.can_hover,
            .extent_of = [&sheet](const std::string& text, app::TextLook look) -> app::TextExtent {
                const Words words = words_of(look);
                return {sheet.canvas.width_of(text, words), sheet.canvas.ascent(words) + sheet.canvas.descent(words)};
            }};
}

void write(const Sheet& sheet, const app::DrawnWords& drawn) {
    Words words = words_of(drawn.look);
    words.colour = drawn.colour;
    words.angle = drawn.angle;
    const double down = sheet.canvas.ascent(words); // to the base line
    sheet.canvas.write(drawn.text,
                       {drawn.corner.x - down * std::sin(drawn.angle), drawn.corner.y + down * std::cos(drawn.angle)},
                       words);
}

void draw_one(const Sheet& sheet, const app::Drawn& one) {
    std::visit(
        [&](const auto& it) {
            using Kind = std::decay_t<decltype(it)>;
            if constexpr (std::is_same_v<Kind, app::DrawnLine>)
                sheet.canvas.line(it.from, it.to, {.colour = it.colour, .width = it.width, .dashes = it.dashes});
            else if constexpr (std::is_same_v<Kind, app::DrawnBox>)
                sheet.canvas.fill(it.box, it.colour);
            else if constexpr (std::is_same_v<Kind, app::DrawnMark>)
                sheet.canvas.mark(it.shape, it.centre, it.radius, it.colour, it.filled);
            else if constexpr (std::is_same_v<Kind, app::DrawnCross>)
                sheet.canvas.cross(it.centre, it.radius, it.colour);
            else
                write(sheet, it);
        },
        one);
}

Box draw_aligned(const Sheet& sheet, const Box& box, const app::Chart& chart, double least_left) {
    constexpr double slack = 3.0; // for marks on the edge
    const app::ChartMedium medium = medium_of(sheet);
    Box room = box;
    const double beside = margin_of(chart, medium);
    room.right -= beside;
    const Box area = draw_axes(sheet, room, chart, least_left);
    sheet.canvas.clip({area.left - slack, area.top - slack, area.right + beside + slack, area.bottom + slack});
    for (const app::Drawn& one : lay_out(chart, area, medium)) draw_one(sheet, one);
    sheet.canvas.unclip();
    return area;
}

} // namespace

Box draw_chart(const Sheet& sheet, const Box& box, const app::Chart& chart) {
    return draw_aligned(sheet, box, chart, 0.0);
}

void draw_charts(const Sheet& sheet, const Box& box, std::span<const app::Chart> charts) {
    constexpr double gap = 14.0; // [px]
    double left = 0.0;
    for (const app::Chart& chart : charts) left = std::max(left, width_of_vertical_axis(sheet, chart));
    const double axis = height_of_horizontal_axis(sheet), count = double(charts.size());
    const double height = (box.height() - axis - gap * (count - 1.0)) / count;
    double top = box.top;
    for (const app::Chart& chart : charts) {
        const double bottom = top + height + (chart.x.written ? axis : 0.0);
        draw_aligned(sheet, {box.left, top, box.right, bottom}, chart, left);
        top = bottom + gap;
    }
}

} // namespace pairscope::charts
