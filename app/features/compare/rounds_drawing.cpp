// SPDX-License-Identifier: MIT
#include "app/features/compare/rounds_drawing.h"

#include <algorithm>

namespace pairscope::app {
namespace {

/// How much more time B takes than A in a round [%].
double change_of(const profiling::AbbaBlock& block) { return 100.0 * (block.b / block.a - 1.0); }

/// Where three quarters of the rounds are, with room: the wildest lie outside. And the line of equal speed, unless it
/// is far away.
AxisRange range_of(const profiling::Interleaved& found) {
    constexpr double far_away = 30.0; // [%]
    std::vector<double> changes;
    for (const profiling::AbbaBlock& block : found.blocks) changes.push_back(change_of(block));
    std::ranges::sort(changes);
    const std::size_t cut = changes.size() / 8;
    double low = changes[cut], high = changes[changes.size() - 1 - cut];
    if (low < far_away && high > -far_away) {
        low = std::min(0.0, low);
        high = std::max(0.0, high);
    }
    const double room = std::max(0.5 * (high - low), 0.2);
    constexpr double no_time = -100.0; // [%]
    return {std::max(low - room, no_time), high + room};
}

double change_of(double ratio) { return 100.0 * (ratio - 1.0); }

ChartLine level_line(double y, double end, Ink ink) { return {.from = {0.5, y}, .to = {end, y}, .colour = {ink}}; }

} // namespace

Chart rounds_drawing(const profiling::Interleaved& found) {
    const double end = double(found.blocks.size()) + 0.5;
    Chart drawing{.x = {.title = "round, in the order taken", .range = {0.5, end}, .counts = true},
                  .y = {.title = "more time", .unit = "%", .range = range_of(found), .most_ticks = 6}};
    if (const auto& interval = found.ratio.interval)
        drawing.bands.push_back(
            {.y = {change_of(interval->low), change_of(interval->high)}, .colour = {Ink::line}, .edges = {Ink::faint}});
    drawing.lines.push_back(level_line(0.0, end, Ink::faint));
    drawing.lines.push_back(level_line(change_of(found.ratio.value), end, Ink::text));
    for (const profiling::AbbaBlock& block : found.blocks)
        drawing.marks.push_back({.at = {double(drawing.marks.size() + 1), change_of(block)},
                                 .colour = colour_of_variant(found.b),
                                 .small = true});
    return drawing;
}

} // namespace pairscope::app
