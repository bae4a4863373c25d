// SPDX-License-Identifier: MIT
#include "app/chart/chart.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {

ChartColour colour_of_variant(std::string_view id) { return {.ink = Ink::variant, .variant_id = std::string(id)}; }

Rgb rgb_of(const ChartColour& colour, Theme theme) {
    const ThemeColours& colours = theme_colours(theme);
    switch (colour.ink) {
    case Ink::text:
        return colours.text;
    case Ink::dim:
        return colours.dim;
    case Ink::faint:
        return colours.faint;
    case Ink::line:
        return colours.line;
    case Ink::accent:
        return colours.accent;
    case Ink::variant:
        return variant_rgb(colour.variant_id, theme);
    }
    return colours.text;
}

std::string full_title(const ChartAxis& axis) {
    return axis.unit.empty() ? axis.title : fmt::format("{} [{}]", axis.title, axis.unit);
}

std::vector<Tick> ticks_of(const ChartAxis& axis, double room) {
    const auto most = std::min(axis.most_ticks, std::size_t(std::max(room, 2.0)));
    if (axis.indices) return index_ticks(axis.range, int(most));
    if (axis.doubles) return doubling_ticks(axis.range, most);
    if (axis.counts) return count_ticks(std::int64_t(axis.range.high), most);
    return axis.logarithmic ? log_ticks(axis.range, most) : linear_ticks(axis.range, int(most));
}

} // namespace pairscope::app
