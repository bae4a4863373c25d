// SPDX-License-Identifier: MIT
// Everything that the chart of times against sizes draws, described once for the window and for paper.
#include "app/chart/number_text.h"
#include "app/subjects/measuring/size_chart.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace pairscope::app {
namespace {

double milliseconds_at(const SizePoint& point) { return 1e3 * profiling::seconds_of(*point.run); }

/// With room around what is drawn.
AxisRange range_of(double low, double high, double room) { return {low / room, high * room}; }

ChartMark mark_for(const SizeCurve& curve, const SizePoint& point, bool several_devices, std::string_view selected_id) {
    const bool last = &point == &curve.points.back();
    return {.at = {point.size, milliseconds_at(point)},
            .shape = variant_mark(curve.id),
            .colour = colour_of_variant(curve.id),
            .crossed = curve.recorded,
            .large = last && curve.id == selected_id,
            .small = !last,
            .name = last ? std::string(short_name(curve.id)) : "",
            .addition = last && several_devices ? ", " + curve.device.name : ""};
}

void add_curve(Chart& drawing, const SizeCurve& curve, bool several_devices, std::string_view selected_id) {
    for (std::size_t i = 1; i < curve.points.size(); ++i)
        drawing.lines.push_back({.from = {curve.points[i - 1].size, milliseconds_at(curve.points[i - 1])},
                                 .to = {curve.points[i].size, milliseconds_at(curve.points[i])},
                                 .colour = colour_of_variant(curve.id),
                                 .width = curve.id == selected_id ? 2.5 : 1.2,
                                 .style = curve.device.backend == Backend::cpu ? LineStyle::dashed : LineStyle::whole});
    for (const SizePoint& point : curve.points)
        drawing.marks.push_back(mark_for(curve, point, several_devices, selected_id));
}

} // namespace

Chart size_drawing(const SizeChart& chart, std::string_view selected_id) {
    std::set<double> sizes, times;
    std::set<std::string> devices;
    for (const SizeCurve& curve : chart.curves) {
        devices.insert(curve.device.name);
        for (const SizePoint& point : curve.points) {
            sizes.insert(point.size);
            times.insert(milliseconds_at(point));
        }
    }
    Chart drawing{.x = {.title = chart.size,
                        .unit = {},
                        .range = range_of(*sizes.begin(), *sizes.rbegin() * 1.5, 1.3), // names stand behind the last
                        .logarithmic = true},
                  .y = {.title = "time of a run",
                        .unit = "ms",
                        .range = range_of(*times.begin(), *times.rbegin(), 1.5),
                        .logarithmic = true}};
    constexpr std::size_t most_beside_marks = 6;
    drawing.names_in_margin = chart.curves.size() > most_beside_marks;
    for (const SizeCurve& curve : chart.curves) add_curve(drawing, curve, devices.size() > 1, selected_id);
    if (chart.crossover)
        drawing.lines.push_back({.from = {chart.crossover->size, drawing.y.range.low},
                                 .to = {chart.crossover->size, drawing.y.range.high},
                                 .colour = {Ink::dim},
                                 .style = LineStyle::dotted,
                                 .words = "CPU and GPU take the same time"});
    return drawing;
}

std::string point_story(const SizeChart& chart, const SizeCurve& curve, const SizePoint& point) {
    const std::string story = fmt::format("{} on {}\n{} {}: {}", short_name(curve.id), curve.device.name,
                                          grouped(std::int64_t(std::llround(point.size))), chart.size,
                                          time_of_run(profiling::seconds_of(*point.run)));
    std::vector<std::string> lines{story};
    if (work_of(point.run->workload).pairs > 1.0)
        lines.back() =
            fmt::format("{}, {} ns per pair", story, three_digits(profiling::nanoseconds_per_pair(*point.run)));
    if (point.fraction)
        lines.push_back(fmt::format("Useful fraction of the ceiling with the same number of multiprocessors: {}",
                                    share_text(*point.fraction)));
    return fmt::format("{}", fmt::join(lines, "\n"));
}

} // namespace pairscope::app
