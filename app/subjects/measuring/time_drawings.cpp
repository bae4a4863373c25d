// SPDX-License-Identifier: MIT
// Everything that the charts of times draw, described once for the window and for paper.
#include "app/chart/number_text.h"
#include "app/subjects/measuring/time_charts.h"

#include <algorithm>

#include <fmt/format.h>

namespace pairscope::app {

Chart speedup_drawing(const std::vector<SpeedupGroup>& groups, std::string_view selected_id) {
    Chart drawing;
    std::vector<SpeedupBar> all;
    for (const auto& [name, chart] : groups) {
        if (!name.empty()) drawing.bars.push_back({.name = name, .heading = true});
        for (const SpeedupBar& bar : chart.bars)
            drawing.bars.push_back({.name = bar.name,
                                    .addition = bar.output.empty() ? "" : fmt::format(", {}", bar.output),
                                    .value = bar.speedup,
                                    .words = speedup_text(bar.speedup),
                                    .colour = colour_of_variant(bar.id),
                                    .recorded = chart.recorded,
                                    .selected = bar.id == selected_id});
        all.insert(all.end(), chart.bars.begin(), chart.bars.end());
    }
    drawing.x.title = "times as fast";
    drawing.x.range = speedup_range(all, drawing.x.logarithmic);
    return drawing;
}

Chart samples_drawing(const ShownRun& shown) {
    const profiling::Measurement& m = *shown.run;
    const auto [range, logarithmic] = samples_axis(m.seconds);
    const double median = 1e3 * profiling::seconds_of(m), count = double(m.seconds.size());
    Chart drawing{
        .x = {.title = "timed run, in the order taken",
              .unit = {},
              .range = {0.5, count + 0.5},
              .counts = true,
              .most_ticks = 12},
        .y = {.title = "time of a run", .unit = "ms", .range = range, .logarithmic = logarithmic, .most_ticks = 6}};
    const auto interval = profiling::interval_of(m);
    if (interval)
        drawing.bands.push_back(
            {.y = {1e3 * interval->low, 1e3 * interval->high}, .colour = {Ink::line}, .edges = {Ink::faint}});
    drawing.lines.push_back({.from = {0.5, median}, .to = {count + 0.5, median}, .colour = {Ink::text}, .width = 1.2});
    drawing.margin.push_back({median, "median", interval ? "± 95 %" : ""});
    drawing.series.push_back({.values = m.seconds,
                              .scale = 1e3,
                              .colour = colour_of_variant(m.variant_id),
                              .crossed = !shown.origin.empty()});
    return drawing;
}

Chart history_drawing(const std::deque<HistoryPoint>& history) {
    constexpr double too_different = 20.0, fewest = 20.0; // a strip of two pictures does not fill the width
    const auto [least, most] = std::ranges::minmax(history, {}, &HistoryPoint::seconds);
    const double low = 1e3 * std::max(least.seconds, 1e-9), high = 1e3 * std::max(most.seconds, 1e-9);
    const bool logarithmic = high / low > too_different;
    Chart drawing{.x = {.title = "picture, the latest last",
                        .unit = {},
                        .range = {0.5, std::max(fewest, double(history.size())) + 0.5},
                        .counts = true},
                  .y = {.title = "time of a run",
                        .unit = "ms",
                        .range = logarithmic ? AxisRange{low / 1.5, high * 1.5} : AxisRange{0.0, 1.12 * high},
                        .logarithmic = logarithmic,
                        .most_ticks = 6}};
    for (const HistoryPoint& point : history)
        drawing.marks.push_back({.at = {double(drawing.marks.size() + 1), 1e3 * point.seconds},
                                 .shape = variant_mark(point.variant_id),
                                 .colour = colour_of_variant(point.variant_id),
                                 .small = true});
    return drawing;
}

} // namespace pairscope::app
