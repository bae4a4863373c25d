// SPDX-License-Identifier: MIT
#include "profiling/counting/timeline.h"

#include "profiling/statistics.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace pairscope::profiling {
namespace {

constexpr double least_busy = 0.001;           // fraction of the multiprocessors; below it nothing runs
constexpr std::int64_t longest_pause = 30'000; // [ns] between the kernels of one launch
constexpr double nearly = 0.9;                 // as a fraction of the plateau

template <class Timeline> const TimelineSeries* named(const Timeline& timeline, std::string_view name) {
    const auto found = std::ranges::find(timeline.series, name, &TimelineSeries::name);
    return found == timeline.series.end() ? nullptr : &*found;
}

/// Whole nanoseconds, so that a recording has short numbers.
double seconds(std::int64_t nanoseconds) { return double(nanoseconds) / 1e9; }

/// [ns] since the end of the first sample.
struct Time {
    std::int64_t begin = 0, end = 0;
    [[nodiscard]] std::int64_t length() const { return end - begin; }
};

/// The median length of the samples that have one [ns]; 0 if there is none.
std::int64_t step_of(const RawTimeline& raw) {
    std::vector<double> lengths;
    for (std::size_t i = 0; i < raw.begins.size(); ++i)
        if (raw.ends[i] > raw.begins[i]) lengths.push_back(double(raw.ends[i] - raw.begins[i]));
    return lengths.empty() ? 0 : std::llround(median(lengths));
}

/// The first sample after a start may have no begin of its own.
std::vector<Time> times_of(const RawTimeline& raw, std::int64_t step) {
    std::vector<Time> times;
    for (std::size_t i = 0; i < raw.ends.size(); ++i) {
        const auto length = std::int64_t(raw.ends[i] - raw.begins[i]);
        const auto end = std::int64_t(raw.ends[i] - raw.ends.front());
        times.push_back({end - (length > 0 && length < 8 * step ? length : step), end});
    }
    return times;
}

/// Samples from `first` to before `past`.
struct Stretch {
    std::size_t first = 0, past = 0;
    double work = 0.0; ///< busy multiprocessors times time [ns]
};

/// The stretch with the most work: other programs may have run long before or after the launch.
std::optional<Stretch> busiest(std::span<const Time> times, std::span<const double> busy, std::int64_t step) {
    const std::int64_t pause = std::max(longest_pause, 3 * step);
    std::optional<Stretch> best, current;
    for (std::size_t i = 0; i < busy.size(); ++i) {
        if (busy[i] < least_busy) continue;
        if (!current || times[i].begin - times[current->past - 1].end > pause) current = Stretch{.first = i, .past = i};
        current->past = i + 1;
        current->work += busy[i] * double(times[i].length());
        if (!best || current->first == best->first || current->work > best->work) best = current;
    }
    return best;
}

/// What a quarter of the values exceed.
double upper_quarter(std::vector<double> values) {
    std::ranges::sort(values);
    return values[(3 * (values.size() - 1)) / 4];
}

/// The samples of the launch itself, without those before and after it.
Stretch launch_in(const LaunchTimeline& timeline) {
    Stretch found;
    while (found.first < timeline.begins.size() && timeline.begins[found.first] < -0.5 * timeline.step) ++found.first;
    found.past = found.first;
    while (found.past < timeline.ends.size() && timeline.ends[found.past] <= timeline.seconds + 0.5 * timeline.step)
        ++found.past;
    return found;
}

/// Bytes read and written per second in each sample of the launch; empty if one of the two was not sampled.
std::vector<double> dram_rates(const LaunchTimeline& timeline, const Stretch& launch) {
    const TimelineSeries *read = named(timeline, series_name::dram_read),
                         *written = named(timeline, series_name::dram_written);
    std::vector<double> rates;
    for (std::size_t i = launch.first; read != nullptr && written != nullptr && i < launch.past; ++i)
        rates.push_back(rate_at(timeline, *read, i) + rate_at(timeline, *written, i));
    return rates;
}

void find_ramp(LaunchPhases& phases, const LaunchTimeline& timeline, const Stretch& launch) {
    const std::vector<double> rates = dram_rates(timeline, launch);
    if (rates.empty()) return;
    phases.plateau = upper_quarter(rates);
    const auto reached = std::ranges::find_if(rates, [&](double rate) { return rate >= nearly * phases.plateau; });
    phases.in_ramp = std::size_t(reached - rates.begin());
    phases.ramp = phases.in_ramp == 0 ? 0.0 : timeline.begins[launch.first + phases.in_ramp];
}

void find_tail(LaunchPhases& phases, const LaunchTimeline& timeline, const Stretch& launch) {
    const std::span<const double> busy =
        std::span(named(timeline, series_name::busy_sms)->values).subspan(launch.first, launch.past - launch.first);
    phases.busy = upper_quarter({busy.begin(), busy.end()});
    double work = 0.0;
    for (std::size_t i = launch.past; i-- > launch.first && busy[i - launch.first] < nearly * phases.busy;) {
        const double length = timeline.ends[i] - timeline.begins[i];
        phases.tail += length;
        work += length * busy[i - launch.first];
        ++phases.in_tail;
    }
    if (phases.tail > 0.0) phases.busy_in_tail = work / phases.tail;
}

} // namespace

const TimelineSeries* series_of(const LaunchTimeline& timeline, std::string_view name) { return named(timeline, name); }
const TimelineSeries* series_of(const RawTimeline& raw, std::string_view name) { return named(raw, name); }

std::optional<LaunchTimeline> timeline_of(const RawTimeline& raw, std::string chip) {
    const TimelineSeries* const busy = named(raw, series_name::busy_sms);
    const std::int64_t step = step_of(raw);
    if (busy == nullptr || step == 0) return {};
    const std::vector<Time> times = times_of(raw, step);
    const auto launch = busiest(times, busy->values, step);
    if (!launch) return {};
    const std::size_t margin = std::max<std::size_t>(2, (launch->past - launch->first) / 20);
    const std::size_t first = launch->first - std::min(launch->first, margin);
    const std::size_t past = std::min(busy->values.size(), launch->past + margin);
    const std::int64_t start = times[launch->first].begin;
    LaunchTimeline timeline{
        .chip = std::move(chip), .step = seconds(step), .seconds = seconds(times[launch->past - 1].end - start)};
    for (std::size_t i = first; i < past; ++i) {
        timeline.begins.push_back(seconds(times[i].begin - start));
        timeline.ends.push_back(seconds(times[i].end - start));
    }
    for (const TimelineSeries& all : raw.series) {
        if (all.name == series_name::sm_cycles) continue; // only their sum says something
        TimelineSeries& part = timeline.series.emplace_back(all);
        part.values.assign(all.values.begin() + std::ptrdiff_t(first), all.values.begin() + std::ptrdiff_t(past));
        for (double& value : part.values)
            if (all.name == series_name::busy_sms) value = std::clamp(value, 0.0, 1.0);
    }
    return timeline;
}

Counters totals_of(const RawTimeline& raw, std::string chip) {
    Counters counters{.chip = std::move(chip), .passes = 1, .counts = {}};
    std::int64_t time = 0;
    for (const Time& sample : times_of(raw, step_of(raw))) time += sample.length();
    for (const TimelineSeries& series : raw.series) {
        double sum = 0.0;
        for (const double value : series.values) sum += value;
        if (series.name == series_name::sm_cycles && time > 0)
            counters.counts.push_back({.name = "sm_clock", .counter = series.counter, .value = sum / seconds(time)});
        else if (series.name != series_name::busy_sms && series.name != series_name::sm_cycles)
            counters.counts.push_back({.name = series.name, .counter = series.counter, .value = sum});
    }
    return counters;
}

std::optional<double> bytes_during_launch(const LaunchTimeline& timeline, std::string_view name) {
    const TimelineSeries* const series = named(timeline, name);
    if (series == nullptr) return {};
    const Stretch launch = launch_in(timeline);
    double sum = 0.0;
    for (std::size_t i = launch.first; i < launch.past; ++i) sum += series->values[i];
    return sum;
}

std::optional<LaunchPhases> phases_of(const LaunchTimeline& timeline) {
    constexpr std::size_t fewest = 8;
    const Stretch launch = launch_in(timeline);
    if (named(timeline, series_name::busy_sms) == nullptr || launch.past - launch.first < fewest) return {};
    LaunchPhases phases{.samples = launch.past - launch.first};
    find_ramp(phases, timeline, launch);
    find_tail(phases, timeline, launch);
    return phases;
}

double rate_at(const LaunchTimeline& timeline, const TimelineSeries& series, std::size_t sample) {
    const double length = timeline.ends[sample] - timeline.begins[sample];
    return length > 0.0 ? series.values[sample] / length : 0.0;
}

double sampling_step(double launch_seconds) {
    constexpr double shortest = 2e-6, wanted_samples = 100.0;
    // Powers of two times the shortest step, so that launches of similar length are drawn in the same steps.
    const double doublings = std::ceil(std::log2(std::max(launch_seconds, 0.0) / wanted_samples / shortest + 1e-12));
    return shortest * std::exp2(std::clamp(doublings, 0.0, 20.0));
}

double counting_step(double launch_seconds) {
    constexpr double shortest = 50e-6, wanted_samples = 40.0;
    const double doublings = std::ceil(std::log2(std::max(launch_seconds, 0.0) / wanted_samples / shortest + 1e-12));
    return shortest * std::exp2(std::clamp(doublings, 0.0, 20.0));
}

} // namespace pairscope::profiling
