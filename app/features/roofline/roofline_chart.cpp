// SPDX-License-Identifier: MIT
#include "app/features/roofline/roofline_chart.h"

#include "app/state/counting_jobs.h"
#include "app/state/drawing/number_text.h"
#include "app/state/recorded_runs.h"
#include "app/state/state_queries.h"
#include "app/state/tables/ceilings_json.h"
#include "kernels/core/text.h"
#include "profiling/roofline.h"

#include <algorithm>
#include <array>
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

std::string threads_text(int threads) { return counted(threads, "thread"); }

/// Whose roofs are drawn.
struct RoofSource {
    const profiling::Ceilings& ceilings;
    std::string measured; ///< "measured", or when, if that was in an earlier session, or "recorded"
};

RoofSource source_of(const DeviceCeilings& known) {
    if (!known.stored) return {*known.figures, "measured"};
    return {*known.figures, "measured " + utc_text(known.figures->when).substr(0, 10) + ", in an earlier session"};
}

void add_roof(RooflineChart& chart, const RoofSource& source, RoofKind kind, const profiling::Ceiling* ceiling) {
    constexpr std::array<const char*, 8> names{"fill",     "copy",    "read",          "L2 read",
                                               "L2 write", "L1 read", "shared memory", "FMA"};
    if (ceiling == nullptr || !(ceiling->value > 0.0)) return;
    const std::string limit = kind == RoofKind::fma ? performance(ceiling->value) : bandwidth(ceiling->value);
    const std::string threads = ceiling->threads > 0 ? ", " + threads_text(ceiling->threads) : "";
    chart.roofs.push_back({.kind = kind,
                           .limit = ceiling->value,
                           .binds = false,
                           .name = names[std::size_t(kind)],
                           .label = fmt::format("{} {}{}, {}", names[std::size_t(kind)], limit,
                                                ceiling->threads == 1 ? " with 1 thread" : "", source.measured),
                           .provenance = fmt::format(
                               "{}timer: {}, median of {} on {}{}", chart.origin.empty() ? "" : chart.origin + "; ",
                               ceiling->how, counted(ceiling->samples, "run"), source.ceilings.device.name, threads)});
}

void add_slopes(RooflineChart& chart, const RoofSource& source, int threads) {
    using profiling::CeilingKind;
    const auto slope = [&](RoofKind roof, CeilingKind ceiling) {
        add_roof(chart, source, roof, find(source.ceilings, ceiling, threads));
    };
    switch (chart.level) {
    case profiling::MemoryLevel::dram:
        slope(RoofKind::fill, CeilingKind::fill);
        slope(RoofKind::copy, CeilingKind::copy);
        slope(RoofKind::read, CeilingKind::read);
        break;
    case profiling::MemoryLevel::l2:
        slope(RoofKind::l2_read, CeilingKind::l2_read);
        slope(RoofKind::l2_write, CeilingKind::l2_write);
        break;
    case profiling::MemoryLevel::l1:
        slope(RoofKind::l1_read, CeilingKind::l1_read);
        slope(RoofKind::shared_read, CeilingKind::shared_read);
        break;
    }
}

/// The workload writes: of DRAM's slopes the fill is the one that can bind, of the L2's that of writing.
RoofKind binding_slope(profiling::MemoryLevel level) {
    switch (level) {
    case profiling::MemoryLevel::dram:
        return RoofKind::fill;
    case profiling::MemoryLevel::l2:
        return RoofKind::l2_write;
    case profiling::MemoryLevel::l1:
        return RoofKind::l1_read;
    }
    return RoofKind::fill;
}

/// A roof that lies on the one that can bind tells nothing, and its label would cover the other's.
void drop_doubles(RooflineChart& chart) {
    constexpr double same = 0.04;
    const RoofKind kind = binding_slope(chart.level);
    const auto main = std::ranges::find(chart.roofs, kind, &Roof::kind);
    if (main == chart.roofs.end()) return;
    const double limit = main->limit;
    std::erase_if(chart.roofs,
                  [&](const Roof& roof) { return roof.kind != kind && std::abs(roof.limit - limit) < same * limit; });
}

void add_roofs(RooflineChart& chart, const RoofSource& source, int threads) {
    add_slopes(chart, source, threads);
    drop_doubles(chart);
    std::stable_sort(chart.roofs.begin(), chart.roofs.end(),
                     [](const Roof& a, const Roof& b) { return a.limit > b.limit; });
    add_roof(chart, source, RoofKind::fma, find(source.ceilings, profiling::CeilingKind::fma, threads));
}

const Roof* roof_of(const RooflineChart& chart, RoofKind kind) {
    const auto found =
        std::find_if(chart.roofs.begin(), chart.roofs.end(), [&](const Roof& r) { return r.kind == kind; });
    return found == chart.roofs.end() ? nullptr : &*found;
}

void mark_binding_roof(RooflineChart& chart, double intensity) {
    const RoofKind kind = binding_slope(chart.level);
    const Roof* slope = roof_of(chart, kind);
    const Roof* fma = roof_of(chart, RoofKind::fma);
    const bool fma_binds = fma != nullptr && (slope == nullptr || fma->limit < slope->limit * intensity);
    for (Roof& roof : chart.roofs) roof.binds = roof.kind == (fma_binds ? RoofKind::fma : kind);
}

/// Absent where the level's bytes were not counted.
std::optional<ChartDot> dot_of(const profiling::Measurement& m, const profiling::Ceilings* ceilings,
                               profiling::MemoryLevel level) {
    const auto point = profiling::place(m, level);
    if (!point) return {};
    ChartDot dot{.id = m.variant_id,
                 .intensity = point->intensity,
                 .performance = point->performance,
                 .bytes = point->bytes,
                 .run = &m,
                 .ceilings = ceilings,
                 .origin = {}};
    const double flops = work_of(m.workload).flops;
    if (const auto seconds = profiling::median_interval(m.seconds))
        dot.interval = AxisRange{flops / seconds->high, flops / seconds->low};
    return dot;
}

/// From flops to the chart's unit. A flop of every run of one workload and dimension is as many pairs.
void change_unit(RooflineChart& chart, const Workload& workload) {
    for (ChartDot& dot : chart.dots) {
        const double units = profiling::units_per_flop(dot.run->workload, chart.unit);
        dot.intensity *= units;
        dot.performance *= units;
        if (dot.interval) dot.interval = AxisRange{units * dot.interval->low, units * dot.interval->high};
    }
    if (chart.unit == profiling::WorkUnit::flop) return;
    for (Roof& roof : chart.roofs) {
        if (roof.kind != RoofKind::fma) continue;
        roof.provenance += fmt::format("; {} at {} flop a pair", performance(roof.limit),
                                       three_digits(1.0 / profiling::units_per_flop(workload, chart.unit)));
        const std::string flops = performance(roof.limit);
        roof.limit *= profiling::units_per_flop(workload, chart.unit);
        roof.label.replace(roof.label.find(flops), flops.size(), pair_rate(roof.limit));
    }
}

/// While points are dragged the dot follows the picture: its run's time, and the bytes of the last counted one.
void follow_drag(ChartDot& dot, const State& state, const KernelVariant& variant, profiling::MemoryLevel level) {
    if (!shows_picture_run(state, variant)) return;
    const profiling::Counters* live = live_counters(state, variant);
    profiling::Measurement now;
    now.workload = dot.run->workload;
    now.seconds = {state.output.seconds};
    now.predicted_bytes = dot.run->predicted_bytes;
    now.counters = live != nullptr ? *live : dot.run->counters;
    const auto point = profiling::place(now, level);
    if (!point) return;
    dot.intensity = point->intensity;
    dot.performance = point->performance;
    dot.bytes = point->bytes;
    dot.interval.reset();
}

/// Names are written for the runs that the roofs belong to, and for the selected variant's.
void add_own_dots(RooflineChart& chart, const State& state, std::size_t device, bool own_roofs) {
    for (const KernelVariant* variant : ladder(state)) {
        const auto* m = measurement_for(state, *variant);
        if (m == nullptr || device_for(state.run, *variant) != device) continue;
        auto dot = dot_of(*m, ceilings_for(state, *variant), chart.level);
        if (!dot) continue;
        follow_drag(*dot, state, *variant, chart.level);
        dot->selected = own_roofs && variant == selected_variant(state);
        dot->named = own_roofs;
        chart.dots.push_back(std::move(*dot));
    }
    for (const std::string& visited : state.run.trail)
        for (std::size_t i = 0; i < chart.dots.size(); ++i)
            if (chart.dots[i].id == visited) chart.trail.push_back(i);
}

void add_recorded_dots(RooflineChart& chart, const State& state, const std::optional<RecordedRun>& shown) {
    for (const RecordedSet& set : recorded_sets(state)) {
        const bool own_roofs = shown && shown->set.shown == set.shown && *shown->set.device == *set.device;
        for (const profiling::Measurement* m : set.runs) {
            auto dot = dot_of(*m, set.ceilings, chart.level);
            if (!dot) continue;
            dot->selected = own_roofs && m == shown->run;
            dot->named = own_roofs || m->variant_id == state.run.variant_id;
            dot->recording = set.shown->id;
            dot->origin = origin_of(set);
            chart.dots.push_back(std::move(*dot));
        }
    }
}

double highest_slope(const RooflineChart& chart) {
    double highest = 0.0;
    for (const Roof& roof : chart.roofs)
        if (roof.kind != RoofKind::fma) highest = std::max(highest, roof.limit);
    return highest;
}

/// From a decade left of the leftmost dot to right of the ridge, from below the lowest dot to above the arithmetic
/// roof.
void choose_axes(RooflineChart& chart, double intensity) {
    double leftmost = intensity, rightmost = intensity;
    for (const ChartDot& dot : chart.dots) {
        leftmost = std::min(leftmost, dot.intensity);
        rightmost = std::max(rightmost, dot.intensity);
    }
    const double slope = highest_slope(chart);
    const Roof* fma = roof_of(chart, RoofKind::fma);
    const Roof* fill = roof_of(chart, binding_slope(chart.level));
    if (fma != nullptr && fill != nullptr) rightmost = std::max(rightmost, fma->limit / fill->limit);
    chart.intensity = {snapped_down(leftmost / 10.0), snapped_up(2.0 * rightmost)};

    double top = fma != nullptr ? fma->limit : slope * chart.intensity.high;
    double bottom = fill != nullptr ? fill->limit * chart.intensity.low : top / 1e3;
    for (const ChartDot& dot : chart.dots) {
        bottom = std::min(bottom, dot.performance / 1.5);
        top = std::max(top, dot.performance); // another machine's may be far above these roofs
    }
    chart.performance = {snapped_down(bottom), snapped_up(1.6 * top)};
}

/// Under the roofs of the recording that the shown run is of.
std::optional<RooflineChart> recorded_chart(const State& state, const RecordedRun& shown) {
    if (shown.set.ceilings == nullptr) return {};
    RooflineChart chart;
    chart.level = state.look.level;
    chart.unit = state.look.unit;
    chart.device = shown.set.device->name;
    chart.origin = origin_of(shown.set);
    add_roofs(chart, {*shown.set.ceilings, "recorded"}, shown.run->threads);
    if (chart.roofs.empty()) return {};
    for (std::size_t i = 0; i < state.run.devices.size(); ++i) add_own_dots(chart, state, i, false);
    chart.trail.clear(); // it leads through this session's dots
    add_recorded_dots(chart, state, shown);
    change_unit(chart, shown.run->workload);
    const double intensity = profiling::units_per_flop(shown.run->workload, chart.unit) *
                             profiling::place(*shown.run, chart.level).value_or(profiling::place(*shown.run)).intensity;
    mark_binding_roof(chart, intensity);
    choose_axes(chart, intensity);
    return chart;
}

} // namespace

std::optional<RooflineChart> roofline_chart(const State& state) {
    const auto recorded = recorded_run(state);
    if (recorded)
        if (auto chart = recorded_chart(state, *recorded)) return chart;
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr || current_workload(state).rows == 0) return {};
    const auto device = device_for(state.run, *variant);
    const DeviceCeilings* known = device ? find(state.run.ceilings, *device) : nullptr;
    if (known == nullptr || !known->figures) return {};
    RooflineChart chart;
    chart.level = state.look.level;
    chart.unit = state.look.unit;
    chart.device = known->figures->device.name;
    add_roofs(chart, source_of(*known), roof_threads(*variant));
    if (chart.roofs.empty()) return {};
    add_own_dots(chart, state, *device, true);
    add_recorded_dots(chart, state, recorded);
    const Workload workload = current_workload(state);
    change_unit(chart, workload);
    double intensity =
        profiling::units_per_flop(workload, chart.unit) * work_of(workload).flops / predicted_bytes(*variant, workload);
    for (const ChartDot& dot : chart.dots)
        if (dot.selected) intensity = dot.intensity;
    if (is_simulated(state.run, *variant))
        chart.simulated = ChartIntensity{std::string(variant->id), intensity};
    else
        mark_binding_roof(chart, intensity);
    choose_axes(chart, intensity);
    return chart;
}

std::vector<ChartPoint> line_of(const RooflineChart& chart, const Roof& roof) {
    const Roof* fma = roof_of(chart, RoofKind::fma);
    const AxisRange& x = chart.intensity;
    if (roof.kind == RoofKind::fma) {
        const double slope = highest_slope(chart);
        const double from = slope > 0.0 ? std::max(x.low, roof.limit / slope) : x.low;
        return {{from, roof.limit}, {x.high, roof.limit}};
    }
    const double to = fma == nullptr ? x.high : std::min(x.high, fma->limit / roof.limit);
    const double from = std::max(x.low, chart.performance.low / roof.limit);
    return {{from, from * roof.limit}, {to, to * roof.limit}};
}

} // namespace pairscope::app
