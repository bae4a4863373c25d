// SPDX-License-Identifier: MIT
#include "tests/charts/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

namespace pairscope::charts {
namespace {

/// "83.5%,36.8%,0%": also of files that write attributes instead of a style.
std::optional<app::Rgb> colour_in(const std::string& element, const char* property) {
    const std::regex pattern(std::string(property) + R"re([:=]"?rgb\(([0-9.]+)%, *([0-9.]+)%, *([0-9.]+)%\))re");
    std::smatch match;
    if (!std::regex_search(element, match, pattern)) return {};
    app::Rgb colour = 0;
    for (int i = 1; i <= 3; ++i) colour = colour << 8 | app::Rgb(std::lround(2.55 * std::stod(match[std::size_t(i)])));
    return colour;
}

/// M, L, C and Z are all that Cairo writes.
void add_points(SvgShape& shape, const std::string& path) {
    std::istringstream text(path);
    for (std::string part; text >> part;) {
        if (part == "Z") break; // what follows only says where the pen is
        if (part == "C") shape.curved = true;
        if (std::isalpha(static_cast<unsigned char>(part[0])) != 0) continue;
        Point point{std::stod(part), 0.0};
        text >> point.y;
        shape.points.push_back(point);
    }
}

std::string unescaped(std::string text) {
    for (const auto& [from, to] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}})
        text = std::regex_replace(text, std::regex(from), to);
    return text;
}

bool same(double a, double b) { return std::abs(a - b) < 0.01; }

} // namespace

Box SvgShape::box() const {
    const auto [left, right] = std::ranges::minmax(points, {}, &Point::x);
    const auto [top, bottom] = std::ranges::minmax(points, {}, &Point::y);
    return {left.x, top.y, right.x, bottom.y};
}

Point SvgShape::centre() const {
    if (curved) return {(box().left + box().right) / 2.0, (box().top + box().bottom) / 2.0};
    Point sum;
    for (const auto [x, y] : points) sum = {sum.x + x, sum.y + y};
    return {sum.x / double(points.size()), sum.y / double(points.size())};
}

std::vector<SvgShape> shapes_in(const std::string& svg) {
    static const std::regex path(R"re(<(path|rect)[^>]*>)re"), line(R"re( d="([^"]*)")re"),
        width(R"re(stroke-width[:=]"?([0-9.]+))re");
    std::vector<SvgShape> shapes;
    const std::string drawn = svg.substr(svg.find("</defs>"));
    for (auto found = std::sregex_iterator(drawn.begin(), drawn.end(), path); found != std::sregex_iterator();
         ++found) {
        const std::string element = found->str();
        const auto fill = colour_in(element, "fill"), stroke = colour_in(element, "stroke");
        std::smatch match;
        if ((!fill && !stroke) || !std::regex_search(element, match, line)) continue;
        SvgShape shape;
        shape.colour = fill.value_or(stroke.value_or(0));
        shape.filled = fill.has_value();
        add_points(shape, match[1]);
        if (!shape.filled && std::regex_search(element, match, width)) shape.width = std::stod(match[1]);
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

std::vector<SvgShape> filled_with(const std::vector<SvgShape>& shapes, app::Rgb colour) {
    std::vector<SvgShape> found;
    for (const SvgShape& shape : shapes)
        if (shape.filled && shape.colour == colour) found.push_back(shape);
    return found;
}

std::vector<std::string> words_in(const std::string& svg) {
    static const std::regex text(R"re(<text[^>]*>([^<]*)</text>)re");
    std::vector<std::string> words;
    for (auto found = std::sregex_iterator(svg.begin(), svg.end(), text); found != std::sregex_iterator(); ++found)
        words.push_back(unescaped((*found)[1]));
    return words;
}

Box axes_in(const std::vector<SvgShape>& shapes, app::Theme theme) {
    const app::Rgb colour = app::theme_colours(theme).faint;
    for (const SvgShape& across : shapes) {
        const Box x = across.box();
        if (across.filled || across.colour != colour || !same(x.top, x.bottom)) continue;
        for (const SvgShape& up : shapes) {
            const Box y = up.box();
            if (up.filled || up.colour != colour || !same(y.left, y.right)) continue;
            if (same(y.left, x.left) && same(y.bottom, x.bottom)) return {x.left, y.top, x.right, x.bottom};
        }
    }
    ADD_FAILURE() << "no axes are drawn";
    return {};
}

} // namespace pairscope::charts
