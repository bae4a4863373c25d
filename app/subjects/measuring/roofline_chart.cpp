// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/roofline_chart.h"

#include "app/chart/number_text.h"
#include "app/spine/files/ceilings_json.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/measuring/measuring.h"
#include "app/subjects/measuring/roofs.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/text.h"
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/own_variants.h"
#include "profiling/roofline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

/// The largest 1, 2 or 5 times a power of ten up to `value`, and the smallest from it on.
double snapped_down(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (auto step = tick_steps.rbegin(); step != tick_steps.rend(); ++step)
        if (*step * decade <= value * (1 + 1e-9)) return *step * decade;
    return decade;
}
double snapped_up(double value) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : tick_steps)
        if (step * decade >= value * (1 - 1e-9)) return step * decade;
    return 10.0 * decade;
}

RoofSource source_of(const DeviceCeilings& known, const Workload& workload, const KernelVariant& variant) {
    if (!known.stored) return {*known.figures, workload, &variant, "measured"};
    return {*known.figures, workload, &variant,
            fmt::format("measured {}, in an earlier session", utc_text(known.figures->when).substr(0, 10))};
}

/// Absent where the level's bytes were not counted.
std::optional<ChartDot> dot_of(const RooflineChart& chart, const profiling::Measurement& m,
                               const profiling::Ceilings* ceilings) {
    const auto point = profiling::place(m, chart.level, chart.unit);
    if (!point) return {};
    ChartDot dot{.id = m.variant_id,
                 .intensity = point->intensity,
                 .performance = point->performance,
                 .bytes = point->bytes,
                 .run = &m,
                 .ceilings = ceilings,
                 .origin = {}};
    const double amount = amount_of(profiling::counted_for(m).work, chart.unit);
    if (const auto seconds = profiling::interval_of(m))
        dot.interval = AxisRange{amount / seconds->high, amount / seconds->low};
    return dot;
}

/// While points are dragged the dot follows the picture: its run's time, and the bytes of the last counted one.
void follow_drag(ChartDot& dot, const RooflineChart& chart, const State& state, const KernelVariant& variant) {
    if (!shows_picture_run(state, variant)) return;
    const profiling::Counters* live = live_counters(state, variant);
    profiling::Measurement now;
    now.variant_id = dot.run->variant_id;
    now.workload = dot.run->workload;
    now.seconds = {state.output.seconds};
    now.predicted_bytes = dot.run->predicted_bytes;
    now.counters = live != nullptr ? *live : dot.run->counters;
    const auto point = profiling::place(now, chart.level, chart.unit);
    if (!point) return;
    dot.intensity = point->intensity;
    dot.performance = point->performance;
    dot.bytes = point->bytes;
    dot.interval.reset();
}

/// Adds the runs of this session on the device whose roofs are drawn.
void add_own_dots(RooflineChart& chart, const State& state, std::size_t device) {
    for (const KernelVariant* variant : ladder(state)) {
        const auto* m = measurement_for(state, *variant);
        if (m == nullptr || device_for(state.run, *variant) != device) continue;
        auto dot = dot_of(chart, *m, ceilings_for(state, *variant));
        if (!dot) continue;
        follow_drag(*dot, chart, state, *variant);
        dot->selected = variant == selected_variant(state);
        chart.path.push_back(chart.dots.size());
        chart.dots.push_back(std::move(*dot));
    }
}

/// Adds the runs of a recording. `own_roofs`: the roofs are those of the recording, and the path leads through its
/// dots.
void add_recorded_dots(RooflineChart& chart, const State& state, const RecordedSet& set,
                       const profiling::Measurement* shown, bool own_roofs) {
    for (const profiling::Measurement* m : set.runs) {
        auto dot = dot_of(chart, *m, set.ceilings);
        if (!dot) continue;
        dot->selected = m == shown;
        dot->named = own_roofs || m->variant_id == state.run.variant_id;
        dot->recording = set.shown->id;
        dot->origin = origin_of(set);
        if (own_roofs) chart.path.push_back(chart.dots.size());
        chart.dots.push_back(std::move(*dot));
    }
}

/// Recorded runs of the very device that has these roofs. Those of other devices do not belong under them.
void add_recorded_dots_of(RooflineChart& chart, const State& state, const Device& device) {
    for (const RecordedSet& set : recorded_sets(state))
        if (*set.device == device) add_recorded_dots(chart, state, set, nullptr, false);
}

/// Where the highest arithmetic roof meets the slopes, from the left to the right; absent without slopes or without
/// such a roof.
std::optional<AxisRange> ridges_of(const RooflineChart& chart) {
    const Roof* level = highest_level(chart);
    std::optional<AxisRange> ridges;
    for (const Roof& roof : chart.roofs) {
        if (level == nullptr || roof.level) continue;
        const double at = level->limit / roof.limit;
        ridges = ridges ? AxisRange{std::min(ridges->low, at), std::max(ridges->high, at)} : AxisRange{at, at};
    }
    return ridges;
}

/// From a decade left of the leftmost dot to right of the ridge, from below the lowest dot to above the highest roof.
/// Where all dots are far right of the ridges, the ridges are in sight, too: each slope has a part inside the axes.
void choose_axes(RooflineChart& chart, const Workload& workload, double intensity) {
    double leftmost = intensity, rightmost = intensity;
    for (const ChartDot& dot : chart.dots) {
        leftmost = std::min(leftmost, dot.intensity);
        rightmost = std::max(rightmost, dot.intensity);
    }
    const double highest = highest_slope(chart);
    const Roof* level = highest_level(chart);
    const Roof* slope = slope_that_binds(chart, workload);
    if (const auto ridges = ridges_of(chart)) {
        leftmost = std::min(leftmost, ridges->low); // a decade of each slope has room for its words
        rightmost = std::max(rightmost, slope != nullptr ? level->limit / slope->limit : ridges->high);
    }
    chart.intensity = {snapped_down(leftmost / 10.0), snapped_up(2.0 * rightmost)};

    double top = level != nullptr ? level->limit : highest * chart.intensity.high;
    double bottom = slope != nullptr ? slope->limit * chart.intensity.low : top / 1e3;
    for (const Roof& roof : chart.roofs)
        if (roof.level) bottom = std::min(bottom, roof.limit / 1.5);
    for (const ChartDot& dot : chart.dots) {
        bottom = std::min(bottom, dot.performance / 1.5);
        top = std::max(top, dot.performance); // what fits in the caches may be far above these roofs
    }
    chart.performance = {snapped_down(bottom), snapped_up(2.2 * top)};
}

/// The roofs of a recording, still without dots. Absent: it has none.
std::optional<RooflineChart> roofs_of(const State& state, const RecordedSet& set, const RoofSource& source,
                                      int threads) {
    RooflineChart chart;
    chart.level = roofline_level(state);
    chart.unit = profiling::unit_for(source.workload, state.look.unit);
    chart.units = profiling::units_of(source.workload);
    chart.device = set.device->name;
    chart.origin = origin_of(set);
    add_roofs(chart, source, threads);
    chart.one_thread = threads == 1;
    if (chart.roofs.empty()) return {};
    return chart;
}

/// A kernel of the user's own that the CPU simulates, under the roofs of the recorded GPU that stands in for one.
std::optional<RooflineChart> chart_of_own(const State& state, const KernelVariant& variant) {
    const auto sets = recorded_sets(state);
    const RecordedSet* const set = standing_in(state, sets);
    const bool is_simulated_kernel = is_own(variant.id) && variant.backend == Backend::cuda;
    if (!is_simulated_kernel || set == nullptr || set->ceilings == nullptr) return {};
    const RoofSource source{*set->ceilings, set->workload, &variant, "recorded"};
    auto chart = roofs_of(state, *set, source, 0);
    if (!chart) return {};
    add_recorded_dots(*chart, state, *set, nullptr, true);
    const double intensity =
        amount_of(work_of(&variant, set->workload), chart->unit) / predicted_bytes(variant, set->workload);
    chart->simulated = ChartIntensity{std::string(variant.id), intensity};
    choose_axes(*chart, set->workload, intensity);
    return chart;
}

/// Under the roofs of the recording that the shown run is of.
std::optional<RooflineChart> recorded_chart(const State& state, const RecordedRun& shown) {
    if (shown.set.ceilings == nullptr) return {};
    const Workload& workload = shown.run->workload;
    const RoofSource source{*shown.set.ceilings, workload, counted_variant(shown.run->variant_id), "recorded"};
    auto roofs = roofs_of(state, shown.set, source, shown.run->threads);
    if (!roofs) return {};
    RooflineChart& chart = *roofs;
    add_recorded_dots(chart, state, shown.set, shown.run, true);
    const auto at_level = profiling::place(*shown.run, chart.level, chart.unit);
    const auto at_dram = profiling::place(*shown.run, profiling::MemoryLevel::dram, chart.unit);
    const double intensity = (at_level ? at_level : at_dram)->intensity;
    mark_binding_roof(chart, source, intensity);
    choose_axes(chart, workload, intensity);
    return roofs;
}

} // namespace

std::optional<RooflineChart> roofline_chart(const State& state) {
    const auto recorded = recorded_run(state);
    if (recorded)
        if (auto chart = recorded_chart(state, *recorded)) return chart;
    const KernelVariant* variant = selected_variant(state);
    const Workload workload = current_workload(state);
    if (variant == nullptr || workload.rows == 0) return {};
    if (auto chart = chart_of_own(state, *variant)) return chart;
    const auto device = device_for(state.run, *variant);
    const DeviceCeilings* known = device ? find(state.run.ceilings, *device) : nullptr;
    if (known == nullptr || !known->figures) return {};
    RooflineChart chart;
    chart.level = roofline_level(state);
    chart.unit = profiling::unit_for(workload, state.look.unit);
    chart.units = profiling::units_of(workload);
    chart.device = known->figures->device.name;
    const RoofSource source = source_of(*known, workload, *variant);
    add_roofs(chart, source, roof_threads(*variant));
    chart.one_thread = roof_threads(*variant) == 1;
    if (chart.roofs.empty()) return {};
    add_own_dots(chart, state, *device);
    add_recorded_dots_of(chart, state, state.run.devices[*device]);
    double intensity = amount_of(work_of(variant, workload), chart.unit) / predicted_bytes(*variant, workload);
    for (const ChartDot& dot : chart.dots)
        if (dot.selected) intensity = dot.intensity;
    if (is_simulated(state.run, *variant))
        chart.simulated = ChartIntensity{std::string(variant->id), intensity};
    else
        mark_binding_roof(chart, source, intensity);
    choose_axes(chart, workload, intensity);
    return chart;
}

} // namespace pairscope::app
