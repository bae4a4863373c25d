// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/launch_strip.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::LaunchTimeline;
using profiling::TimelineSeries;
namespace series_name = profiling::series_name;

constexpr double least_milliseconds = 2e-3; // [s] a longer launch has an axis in milliseconds
constexpr std::string_view milliseconds_unit = "ms", microseconds_unit = "us";

/// The traffic of several series in one sample, and the most that the chip can do [B/s].
struct Traffic {
    double rate = 0.0;
    std::optional<double> limit{};
};
/// Absent if none of them was sampled.
std::optional<Traffic> traffic_at(const LaunchTimeline& timeline, std::size_t sample,
                                  std::initializer_list<std::string_view> names) {
    std::optional<Traffic> all;
    for (const std::string_view name : names) {
        const TimelineSeries* const series = profiling::series_of(timeline, name);
        if (series == nullptr) continue;
        if (!all) all.emplace();
        all->rate += profiling::rate_at(timeline, *series, sample);
        if (series->limit) all->limit = std::max(all->limit.value_or(0.0), *series->limit);
    }
    return all;
}
std::optional<Traffic> dram_at(const LaunchTimeline& timeline, std::size_t sample) {
    return traffic_at(timeline, sample, {series_name::dram_read, series_name::dram_written});
}
std::optional<Traffic> l2_at(const LaunchTimeline& timeline, std::size_t sample) {
    return traffic_at(timeline, sample, {series_name::l2_bytes});
}

std::optional<double> percent_of(const std::optional<Traffic>& traffic) {
    return traffic && traffic->limit ? std::optional(100.0 * traffic->rate / *traffic->limit) : std::nullopt;
}

/// A line that stays level during each sample. Without spans if the values are unknown.
template <class PercentAt>
ChartCurve curve_of(const LaunchTimeline& timeline, double per_unit, const PercentAt& percent_at) {
    ChartCurve curve;
    for (std::size_t i = 0; i < timeline.begins.size(); ++i) {
        const std::optional<double> percent = percent_at(i);
        if (!percent) continue;
        curve.spans.push_back({timeline.begins[i] / per_unit, *percent, *percent});
        curve.spans.push_back({timeline.ends[i] / per_unit, *percent, *percent});
    }
    return curve;
}

void add_curve_named(Chart& drawing, ChartCurve curve, std::string name, ChartColour colour) {
    if (curve.spans.empty()) return;
    curve.name = std::move(name);
    curve.colour = std::move(colour);
    curve.width = 1.6;
    drawing.curves.push_back(std::move(curve));
}

void add_curves(Chart& drawing, const ShownLaunch& launch, double per_unit) {
    const LaunchTimeline& timeline = *launch.run->timeline;
    const TimelineSeries* const busy = profiling::series_of(timeline, series_name::busy_sms);
    add_curve_named(drawing,
                    curve_of(timeline, per_unit, [&](std::size_t i) { return percent_of(dram_at(timeline, i)); }),
                    fmt::format("{}: DRAM", short_name(launch.variant_id)), colour_of_variant(launch.variant_id));
    add_curve_named(drawing,
                    curve_of(timeline, per_unit, [&](std::size_t i) { return percent_of(l2_at(timeline, i)); }), "L2",
                    {Ink::accent});
    if (busy != nullptr)
        add_curve_named(
            drawing,
            curve_of(timeline, per_unit, [&](std::size_t i) { return std::optional(100.0 * busy->values[i]); }),
            "multiprocessors", {Ink::text}); // some variants are grey
}

Chart launch_drawing(const ShownLaunch& launch, const ChartAxis& time) {
    constexpr double room_for_names = 135.0; // [%]
    const double per_unit = time.unit == milliseconds_unit ? 1e-3 : 1e-6;
    Chart drawing{.x = time,
                  .y = {.title = "busy", .unit = "% of limit", .range = {0.0, room_for_names}, .most_ticks = 3}};
    for (const double at : {0.0, launch.run->timeline->seconds / per_unit})
        drawing.lines.push_back(
            {.from = {at, 0.0}, .to = {at, 100.0}, .colour = {Ink::faint}, .style = LineStyle::dotted});
    add_curves(drawing, launch, per_unit);
    return drawing;
}

std::string microseconds(double seconds) { return fmt::format("{} us", three_digits(1e6 * seconds)); }

/// "3.2 TB/s, 81 % of the chip's limit"; only the rate if the limit is not known.
std::string with_share(const std::string& rate, const std::optional<Traffic>& traffic) {
    const auto percent = percent_of(traffic);
    return percent ? fmt::format("{}, {:.0f} % of the chip's limit", rate, *percent) : rate;
}

std::string dram_sentence(const LaunchTimeline& timeline, const profiling::LaunchPhases& phases) {
    const auto traffic = dram_at(timeline, 0);
    if (!traffic || phases.plateau <= 0.0) return {};
    const std::string rate =
        with_share(bandwidth(phases.plateau), Traffic{.rate = phases.plateau, .limit = traffic->limit});
    if (phases.in_ramp < 2)
        return fmt::format("DRAM runs at {} from the first {} on.", rate, microseconds(2.0 * timeline.step));
    return fmt::format("It takes {} until DRAM runs at {}.", microseconds(phases.ramp), rate);
}

std::string busy_sentence(const profiling::LaunchPhases& phases) {
    if (phases.in_tail >= 2)
        return fmt::format(
            "In the last {}, only {:.0f} % of the multiprocessors are busy, because too few blocks are left.",
            microseconds(phases.tail), 100.0 * phases.busy_in_tail);
    if (phases.busy < 0.9)
        return fmt::format("During most of the launch, at most {:.0f} % of the multiprocessors are busy.",
                           100.0 * phases.busy);
    return "The multiprocessors stay busy until the end.";
}

std::optional<std::size_t> sample_at(const LaunchTimeline& timeline, double seconds) {
    for (std::size_t i = 0; i < timeline.begins.size(); ++i)
        if (seconds >= timeline.begins[i] && seconds < timeline.ends[i]) return i;
    return {};
}

std::string when_words(const LaunchTimeline& timeline, std::size_t sample) {
    const double begin = timeline.begins[sample], end = timeline.ends[sample];
    if (end <= 0.0) return fmt::format("{} before the launch began", microseconds(-begin));
    return fmt::format("{} to {} after the launch began", three_digits(1e6 * std::max(begin, 0.0)), microseconds(end));
}

} // namespace

std::vector<Chart> launch_drawings(const std::vector<ShownLaunch>& launches) {
    double first = 0.0, last = 0.0, longest = 0.0;
    for (const ShownLaunch& launch : launches) {
        first = std::min(first, launch.run->timeline->begins.front());
        last = std::max(last, launch.run->timeline->ends.back());
        longest = std::max(longest, launch.run->timeline->seconds);
    }
    const bool in_milliseconds = longest >= least_milliseconds;
    const double per_unit = in_milliseconds ? 1e-3 : 1e-6;
    std::vector<Chart> drawings;
    for (const ShownLaunch& launch : launches)
        drawings.push_back(
            launch_drawing(launch, {.title = "time since the launch began",
                                    .unit = std::string(in_milliseconds ? milliseconds_unit : microseconds_unit),
                                    .range = {first / per_unit, last / per_unit},
                                    .written = &launch == &launches.back()}));
    return drawings;
}

double seconds_at(const Chart& drawing, double x) { return x * (drawing.x.unit == milliseconds_unit ? 1e-3 : 1e-6); }

std::string launch_sentence(const ShownLaunch& launch) {
    const LaunchTimeline& timeline = *launch.run->timeline;
    const std::string name(short_name(launch.variant_id));
    const auto phases = profiling::phases_of(timeline);
    if (!phases)
        return fmt::format(
            "{} ran for {}, and the hardware takes a sample every {}: too few to tell its beginning from "
            "its end. A larger n shows more.",
            name, microseconds(timeline.seconds), microseconds(timeline.step));
    const std::string dram = dram_sentence(timeline, *phases);
    return fmt::format("{}: {}{}{}", name, dram, dram.empty() ? "" : " ", busy_sentence(*phases));
}

std::string launch_story(const ShownLaunch& launch, double seconds) {
    const LaunchTimeline& timeline = *launch.run->timeline;
    const auto sample = sample_at(timeline, seconds);
    if (!sample) return {};
    std::string text = fmt::format("{}, {}", short_name(launch.variant_id), when_words(timeline, *sample));
    const auto rate_of = [&](std::string_view name) {
        const auto traffic = traffic_at(timeline, *sample, {name});
        return bandwidth(traffic ? traffic->rate : 0.0);
    };
    if (const auto dram = dram_at(timeline, *sample))
        text +=
            fmt::format("\nDRAM: {}.", with_share(fmt::format("{} read and {} written", rate_of(series_name::dram_read),
                                                              rate_of(series_name::dram_written)),
                                                  dram));
    if (const auto l2 = l2_at(timeline, *sample))
        text +=
            fmt::format("\nL2 cache: {}.", with_share(fmt::format("{} in both directions", bandwidth(l2->rate)), l2));
    if (const auto* busy = profiling::series_of(timeline, series_name::busy_sms))
        text +=
            fmt::format("\nMultiprocessors: {:.0f} % of them held at least one warp.", 100.0 * busy->values[*sample]);
    text += fmt::format("\nSource: counters that the hardware of {} sampled about every {} during one launch{}{}.",
                        launch.run->device.name, microseconds(timeline.step), launch.origin.empty() ? "" : "; ",
                        launch.origin);
    return text;
}

} // namespace pairscope::app
