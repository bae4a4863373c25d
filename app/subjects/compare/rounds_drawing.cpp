// SPDX-License-Identifier: MIT
#include "app/subjects/compare/rounds_drawing.h"

#include <algorithm>

namespace pairscope::app {
namespace {

/// The time of B divided by the time of A in a round.
double ratio_of(const profiling::AbbaRound& round) { return round.b / round.a; }

/// Where three quarters of the rounds are, with room: the wildest lie outside. And the line of equal speed, unless it
/// is far away.
AxisRange range_of(const profiling::Interleaved& found) {
    constexpr double far_away = 0.3, least_room = 0.002;
    std::vector<double> ratios;
    for (const profiling::AbbaRound& round : found.rounds) ratios.push_back(ratio_of(round));
    std::ranges::sort(ratios);
    const std::size_t cut = ratios.size() / 8;
    double low = ratios[cut], high = ratios[ratios.size() - 1 - cut];
    if (low < 1.0 + far_away && high > 1.0 - far_away) {
        low = std::min(1.0, low);
        high = std::max(1.0, high);
    }
    const double room = std::max(0.5 * (high - low), least_room);
    return {std::max(low - room, 0.0), high + room};
}

ChartLine level_line(double y, double end, Ink ink) { return {.from = {0.5, y}, .to = {end, y}, .colour = {ink}}; }

} // namespace

Chart rounds_drawing(const profiling::Interleaved& found) {
    const double end = double(found.rounds.size()) + 0.5;
    Chart drawing{.x = {.title = "round, in the order taken", .range = {0.5, end}, .counts = true},
                  .y = {.title = "ratio", .range = range_of(found), .most_ticks = 6}};
    if (const auto& interval = found.ratio.interval)
        drawing.bands.push_back({.y = {interval->low, interval->high}, .colour = {Ink::line}, .edges = {Ink::faint}});
    drawing.lines.push_back(level_line(1.0, end, Ink::faint));
    drawing.lines.push_back(level_line(found.ratio.value, end, Ink::text));
    for (const profiling::AbbaRound& round : found.rounds)
        drawing.marks.push_back({.at = {double(drawing.marks.size() + 1), ratio_of(round)},
                                 .colour = colour_of_variant(found.b),
                                 .small = true});
    return drawing;
}

} // namespace pairscope::app
