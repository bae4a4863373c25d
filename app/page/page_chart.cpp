// SPDX-License-Identifier: MIT
#include "app/page/page_chart.h"

#include "app/chart/chart_layout.h"
#include "app/paper/paper.h"
#include "kernels/data/errors.h"
#include "kernels/data/overloaded.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pairscope::page {
namespace {

using app::Json;
using app::Theme;
using charts::KeptMarks;

double rounded(double value) { return std::round(10.0 * value) / 10.0; }

struct Laid {
    KeptMarks dark, light;
    app::PlotBox area; ///< between the axes
};

/// Both themes have the same places: only colours differ.
Laid laid_out(const app::Chart& chart, charts::Size size) {
    Laid laid;
    for (const Theme theme : {Theme::dark, Theme::light}) {
        charts::Canvas canvas(theme == Theme::dark ? laid.dark : laid.light);
        const charts::Sheet sheet{
            .canvas = canvas, .colours = app::theme_colours(theme), .theme = theme, .size = size, .can_hover = true};
        constexpr double edge = 8.0;
        laid.area = charts::draw_chart(sheet, {0.0, edge, double(size.width) - edge, double(size.height)}, chart);
    }
    return laid;
}

Json mark_json(const charts::KeptMarks::value_type& mark, int colour) {
    return std::visit(
        Overloaded{
            [&](const charts::KeptLine& line) {
                Json json{"l",    rounded(line.from.x), rounded(line.from.y), rounded(line.to.x), rounded(line.to.y),
                          colour, rounded(line.width)};
                if (!line.dashes.empty()) json.push_back(line.dashes);
                return json;
            },
            [&](const charts::KeptBox& box) {
                return Json{"b",
                            rounded(box.box.left),
                            rounded(box.box.top),
                            rounded(box.box.width()),
                            rounded(box.box.height()),
                            colour};
            },
            [&](const charts::KeptMark& one) {
                return Json{
                    "m",    int(one.shape),    rounded(one.centre.x), rounded(one.centre.y), rounded(one.radius),
                    colour, one.filled ? 1 : 0};
            },
            [&](const charts::KeptWords& words) {
                return Json{"t",
                            rounded(words.at.x),
                            rounded(words.at.y),
                            words.text,
                            rounded(words.size),
                            colour,
                            words.bold ? 1 : 0,
                            rounded(words.width),
                            rounded(words.angle * 180.0 / std::numbers::pi)};
            },
        },
        mark);
}

app::Rgb colour_of(const charts::KeptMarks::value_type& mark) {
    return std::visit([](const auto& one) { return one.colour; }, mark);
}

/// ["l", x, y, x, y, colour, width]: a line without dashes.
bool is_plain_line(const Json& mark) { return mark[0] == "l" && mark.size() == 7; }

/// Lines that begin where the one before ends become one: ["p", colour, width, x, y, x, y, ...].
Json with_joined_lines(const Json& marks) {
    Json joined = Json::array();
    for (const Json& mark : marks) {
        Json* const last = joined.empty() ? nullptr : &joined.back();
        const bool is_line = is_plain_line(mark);
        if (last != nullptr && is_line && (*last)[0] == "p" && (*last)[1] == mark[5] && (*last)[2] == mark[6] &&
            (*last)[last->size() - 2] == mark[1] && last->back() == mark[2]) {
            last->push_back(mark[3]);
            last->push_back(mark[4]);
        } else if (is_line) {
            joined.push_back({"p", mark[5], mark[6], mark[1], mark[2], mark[3], mark[4]});
        } else {
            joined.push_back(mark);
        }
    }
    return joined;
}

Json layout_json(const PageChart& chart, charts::Size each, Palette& palette) {
    Json drawn = Json::array(), places = Json::array();
    double top = 0.0;
    for (const app::Chart& one : chart.charts) {
        const Laid laid = laid_out(one, each);
        for (std::size_t i = 0; i < laid.light.size(); ++i) {
            Json mark = mark_json(laid.light[i], palette.number_of(colour_of(laid.dark[i]), colour_of(laid.light[i])));
            if (top > 0.0) {
                const auto lower = [&](std::size_t place) { mark[place] = rounded(mark[place].get<double>() + top); };
                lower(mark[0] == "m" ? 3 : 2);
                if (mark[0] == "l") lower(4);
            }
            drawn.push_back(std::move(mark));
        }
        if (top == 0.0)
            for (const HoverPlace& place : chart.places) {
                const Pixel at = app::pixel_at(one, laid.area, place.at);
                places.push_back({rounded(at.x), rounded(at.y), place.story});
            }
        top += each.height;
    }
    return {{"width", each.width}, {"height", top}, {"drawn", with_joined_lines(drawn)}, {"places", std::move(places)}};
}

} // namespace

std::vector<HoverPlace> places_of_names(const app::Chart& chart) {
    std::vector<HoverPlace> places;
    for (const app::ChartMark& mark : chart.marks)
        if (!mark.name.empty()) places.push_back({mark.at, mark.name + mark.addition});
    return places;
}

int height_of_bars(const app::Chart& chart) {
    constexpr std::size_t least_rows = 2;
    return 52 + int(std::ceil(charts::height_of_rows(std::max(least_rows, chart.bars.size()))));
}

Json json_of(const PageChart& chart, Palette& palette) {
    try {
        return {{"title", chart.title},
                {"wide", layout_json(chart, {wide_chart, chart.wide_height}, palette)},
                {"narrow", layout_json(chart, {narrow_chart, chart.narrow_height}, palette)}};
    } catch (const InputError&) {
        return {};
    }
}

Json shapes_json() {
    Json shapes = Json::array();
    for (int shape = 0; shape <= int(app::MarkShape::pentagon); ++shape) {
        Json corners = Json::array();
        for (const app::MarkPoint corner : app::corners_of(app::MarkShape(shape)))
            corners.push_back({std::round(1e3 * double(corner.x)) / 1e3, std::round(1e3 * double(corner.y)) / 1e3});
        shapes.push_back(std::move(corners));
    }
    return shapes;
}

} // namespace pairscope::page
