// SPDX-License-Identifier: MIT
#include "app/chart/chart_layout_curves.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pairscope::app {
namespace {

/// A span in pixels: `top` is the greatest value. `left` and `right` are of its spans, which may be several.
struct Stroke {
    double left = 0.0, right = 0.0, top = 0.0, bottom = 0.0;
    bool gap = false;
    [[nodiscard]] double x() const { return (left + right) / 2.0; }
};

Stroke stroke_of(const Layout& out, const ChartSpan& span) {
    const double x = out.pixel({span.x, out.chart.y.range.low}).x;
    if (span.low > span.high) return {.left = x, .right = x, .gap = true};
    return {.left = x, .right = x, .top = out.pixel({span.x, span.high}).y, .bottom = out.pixel({span.x, span.low}).y};
}

/// Spans of one pixel become one stroke. Beside the plot there is one stroke at most at each side.
std::vector<Stroke> strokes_of(const Layout& out, const ChartCurve& curve) {
    std::vector<Stroke> strokes;
    for (const ChartSpan& span : curve.spans) {
        const Stroke one = stroke_of(out, span);
        if (one.right < out.area.left) strokes.clear();
        const bool shares = !strokes.empty() && !one.gap && !strokes.back().gap &&
                            std::floor(strokes.back().left) == std::floor(one.left);
        if (shares) {
            Stroke& last = strokes.back();
            last = {last.left, one.right, std::min(last.top, one.top), std::max(last.bottom, one.bottom)};
        } else {
            strokes.push_back(one);
        }
        if (one.left > out.area.right) break;
    }
    return strokes;
}

void add_line(Layout& out, Pixel from, Pixel to, const DrawnLine& look) {
    DrawnLine line = look;
    line.from = from;
    line.to = to;
    out.drawn.emplace_back(std::move(line));
}

/// From where one ends nearest to the other, to the other. Nothing where they touch and nothing lies between them.
void join(Layout& out, const Stroke& a, const Stroke& b, const DrawnLine& look) {
    if (a.gap || b.gap) return;
    const double leave = std::clamp(b.bottom, a.top, a.bottom), arrive = std::clamp(leave, b.top, b.bottom);
    if (leave == arrive && b.x() - a.x() <= 1.5) return;
    add_line(out, {a.x(), leave}, {b.x(), arrive}, look);
}

void add_strokes(Layout& out, const std::vector<Stroke>& strokes, const DrawnLine& look) {
    for (std::size_t i = 0; i < strokes.size(); ++i) {
        const Stroke& stroke = strokes[i];
        if (i > 0) join(out, strokes[i - 1], stroke, look);
        if (!stroke.gap && stroke.bottom - stroke.top >= 0.5)
            add_line(out, {stroke.x(), stroke.bottom}, {stroke.x(), stroke.top}, look);
    }
}

/// Columns from the middle between two strokes to the next such middle, on whole pixels: no ground is seen between
/// them.
void add_columns(Layout& out, const std::vector<Stroke>& strokes, const ChartCurve& curve) {
    const auto middle = [&](std::size_t i) {
        const bool inside = i > 0 && i < strokes.size();
        return inside ? (strokes[i - 1].x() + strokes[i].x()) / 2.0 : strokes[std::min(i, strokes.size() - 1)].x();
    };
    for (std::size_t i = 0; i < strokes.size(); ++i) {
        const double left = std::floor(middle(i)), right = std::max(std::floor(middle(i + 1)), left + 1.0);
        const double least_height = std::max(1.0, strokes[i].bottom - strokes[i].top);
        if (!strokes[i].gap)
            out.drawn.emplace_back(
                DrawnBox{{left, strokes[i].top, right, strokes[i].top + least_height}, out.rgb(curve.colour)});
    }
}

} // namespace

void add_curve(Layout& out, const ChartCurve& curve) {
    constexpr double room_of_dots = 8.0; // [px] between neighbours, before scale
    const DrawnLine look{.colour = out.rgb(curve.colour), .width = out.px(curve.width)};
    const std::vector<Stroke> strokes = strokes_of(out, curve);
    const auto is_column = [](const ChartSpan& span) { return span.low < span.high; };
    if (std::ranges::any_of(curve.spans, is_column))
        add_columns(out, strokes, curve);
    else
        add_strokes(out, strokes, look);
    const bool has_room = strokes.size() < 2 ||
                          strokes.back().x() - strokes.front().x() >= out.px(room_of_dots) * double(strokes.size() - 1);
    if (!curve.dotted || !has_room) return;
    for (const Stroke& stroke : strokes)
        if (!stroke.gap)
            out.drawn.emplace_back(DrawnMark{MarkShape::circle, {stroke.x(), stroke.top}, out.px(2.2), look.colour});
}

void add_names_of_curves(Layout& out) {
    const TextLook look{.size = out.px(words_size), .bold = true};
    double left = out.area.left + out.px(8.0);
    for (const ChartCurve& curve : out.chart.curves) {
        if (curve.name.empty()) continue;
        const TextExtent extent = out.extent(curve.name, look);
        const double swatch = out.px(10.0), gap = out.px(4.0), top = out.area.top + gap;
        const double middle = top + extent.height / 2.0, words = left + swatch + gap;
        const Rgb colour = out.rgb(curve.colour);
        out.drawn.emplace_back(DrawnLine{{left, middle}, {left + swatch, middle}, colour, out.px(3.0)});
        out.drawn.emplace_back(DrawnWords{curve.name, {words, top}, look, colour});
        left = words + extent.width + out.px(12.0);
    }
}

} // namespace pairscope::app
