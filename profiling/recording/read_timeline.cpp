// SPDX-License-Identifier: MIT
#include "profiling/recording/read_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::profiling {
namespace {

constexpr std::size_t most_series = 100;
constexpr double most_time = 1e5; // [s] so that differences of times stay exact enough

void require_order(const JsonPlace& place, const LaunchTimeline& timeline) {
    for (std::size_t i = 0; i < timeline.begins.size(); ++i) {
        if (timeline.ends[i] <= timeline.begins[i])
            place.at("ends").items(most_samples)[i].refuse("a time after the beginning of its sample");
        if (i > 0 && timeline.begins[i] < timeline.begins[i - 1])
            place.at("begins").items(most_samples)[i].refuse("a time after that of the sample before it");
    }
}

TimelineSeries series_in(const JsonPlace& place, std::size_t samples) {
    TimelineSeries series{.name = place.at("name").text(), .counter = counter_of_chip(place), .values = {}};
    series.limit = figure(place, "limit", least_rate, most_figure);
    const double most = series.name == series_name::busy_sms ? 1.0 : most_figure;
    series.values = place.at("values").numbers(0.0, most, samples);
    if (series.values.size() != samples) place.at("values").refuse(fmt::format("a list of {} numbers", samples));
    return series;
}

} // namespace

LaunchTimeline timeline_in(const JsonPlace& place) {
    LaunchTimeline timeline{.chip = place.at("chip").text(),
                            .step = place.at("step").number(least_seconds, most_time),
                            .seconds = place.at("seconds").number(least_seconds, most_time),
                            .begins = place.at("begins").numbers(-most_time, most_time, most_samples),
                            .ends = place.at("ends").numbers(-most_time, most_time, most_samples)};
    const std::size_t samples = timeline.begins.size();
    if (samples == 0) place.at("begins").refuse("a list of at least one number");
    if (timeline.ends.size() != samples) place.at("ends").refuse(fmt::format("a list of {} numbers", samples));
    require_order(place, timeline);
    for (const JsonPlace& series : place.at("series").items(most_series))
        timeline.series.push_back(series_in(series, samples));
    return timeline;
}

} // namespace pairscope::profiling
