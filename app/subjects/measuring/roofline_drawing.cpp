// SPDX-License-Identifier: MIT
// Everything that the roofline draws, described once for the window and for paper.
#include "app/chart/number_text.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/registry.h"

#include <algorithm>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

bool leaves_out_work(const ChartDot& dot) {
    const KernelVariant* const variant = counted_variant(dot.id);
    return variant != nullptr && variant->does_less;
}

bool is_counted(const ChartDot& dot) { return dot.bytes == profiling::Provenance::counter; }

/// The words of the highest slope stand above it and the others' below, so that those of near roofs keep apart.
ChartLine line_for(const RooflineChart& chart, const Roof& roof, bool highest) {
    const auto [from, to] = line_of(chart, roof);
    return {.from = from,
            .to = to,
            .colour = {roof.binds ? Ink::text : Ink::faint},
            .width = roof.binds ? 2.0 : 1.0,
            .words = roof.label,
            .fewer_words = fmt::format("{} {}", roof.name, roof.rate),
            .strong = roof.binds,
            .words_above = roof.level || highest,
            .words_at_end = roof.level};
}

ChartPoint point_of(const ChartDot& dot) { return {dot.intensity, dot.performance}; }

/// From variant to variant, in the order of the ladder.
void add_path(Chart& drawing, const RooflineChart& chart) {
    for (std::size_t i = 1; i < chart.path.size(); ++i)
        drawing.lines.push_back({.from = point_of(chart.dots[chart.path[i - 1]]),
                                 .to = point_of(chart.dots[chart.path[i]]),
                                 .colour = {Ink::dim},
                                 .width = 1.2,
                                 .style = LineStyle::dotted,
                                 .arrow = true});
}

/// A simulated variant has an intensity and no performance: a dashed line as high as the plot.
void add_simulated(Chart& drawing, const RooflineChart& chart) {
    if (!chart.simulated) return;
    const auto& [id, intensity] = *chart.simulated;
    drawing.lines.push_back({.from = {intensity, chart.performance.low},
                             .to = {intensity, chart.performance.high},
                             .colour = colour_of_variant(id),
                             .width = 1.5,
                             .style = LineStyle::dashed,
                             .words = fmt::format("{}, simulated: {} {}/B predicted, no time", short_name(id),
                                                  three_digits(intensity), title_of(chart.unit))});
}

ChartMark mark_for(const RooflineChart& chart, const ChartDot& dot) {
    const std::string& device = dot.run->device.name;
    return {.at = point_of(dot),
            .shape = variant_mark(dot.id),
            .colour = colour_of_variant(dot.id),
            .filled = is_counted(dot),
            .crossed = dot.recording != 0,
            .large = dot.selected,
            .ringed = leaves_out_work(dot),
            .interval = dot.interval,
            .name = std::string(short_name(dot.id)),
            .addition = device == chart.device || device.empty() ? "" : ", " + device,
            .named_on_screen = dot.named};
}

void add_key(Chart& drawing, const RooflineChart& chart) {
    const bool counted = std::ranges::any_of(chart.dots, is_counted);
    if (counted) drawing.key.push_back({"bytes counted", true, false});
    if (!std::ranges::all_of(chart.dots, is_counted)) drawing.key.push_back({"bytes predicted", false, false});
    if (std::ranges::any_of(chart.dots, [](const ChartDot& dot) { return dot.recording != 0; }))
        drawing.key.push_back({"recorded", counted, true});
    if (std::ranges::any_of(chart.dots, leaves_out_work))
        drawing.key.push_back({"does cheaper work than is counted", counted, false, true});
}

} // namespace

Chart drawing_of(const RooflineChart& chart) {
    const bool arithmetic = chart.unit != profiling::WorkUnit::pair;
    const std::string_view unit = title_of(chart.unit);
    Chart drawing{.x = {.title = arithmetic ? "arithmetic intensity" : "intensity",
                        .unit = fmt::format("{} per byte of {} traffic", unit, title_of(chart.level)),
                        .range = chart.intensity,
                        .logarithmic = true,
                        .most_ticks = 11},
                  .y = {.title = "performance",
                        .unit = fmt::format("{}/s", unit),
                        .range = chart.performance,
                        .logarithmic = true}};
    for (const Roof& roof : chart.roofs) drawing.lines.push_back(line_for(chart, roof, &roof == chart.roofs.data()));
    add_path(drawing, chart);
    add_simulated(drawing, chart);
    for (const ChartDot& dot : chart.dots) drawing.marks.push_back(mark_for(chart, dot));
    add_key(drawing, chart);
    return drawing;
}

} // namespace pairscope::app
