// SPDX-License-Identifier: MIT
// Times against the number of multiprocessors that a run uses.
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/curve_collector.h"
#include "app/subjects/measuring/size_chart.h"
#include "kernels/data/text.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::Measurement;

constexpr double nearly_as_fast = 1.05;  // times the shortest time of a curve
constexpr std::size_t most_in_words = 5; // curves that the sentence names one by one

Device whole_of(Device device) {
    if (device.whole_units > 0) device.units = std::exchange(device.whole_units, 0);
    return device;
}

bool has_parts(const profiling::Recording& recording, const Device& whole) {
    return std::ranges::any_of(
        recording.devices, [&](const Device& device) { return device.whole_units > 0 && whole_of(device) == whole; });
}

/// Calls `visit` for the runs on parts of GPUs, and for those on these GPUs as a whole.
template <class Visit> void for_each_run(const State& state, Visit visit) {
    for (const ShownRecording& shown : state.recordings.shown) {
        if (!shown.visible) continue;
        for (const profiling::RunOutcome& outcome : shown.recording->runs) {
            const auto* m = std::get_if<Measurement>(&outcome);
            if (m == nullptr || !is_usual_run(state, *m) || find_variant(m->variant_id) == nullptr) continue;
            if (has_parts(*shown.recording, whole_of(m->device))) visit(*shown.recording, *m);
        }
    }
}

/// The current size if it ran on parts, else the largest that did.
std::optional<Workload> size_on_parts(const State& state) {
    std::optional<Workload> largest;
    bool has_current = false;
    for_each_run(state, [&](const profiling::Recording&, const Measurement& m) {
        if (m.device.whole_units == 0) return;
        has_current = has_current || m.workload == current_workload(state);
        if (!largest || *largest < m.workload) largest = m.workload;
    });
    return has_current ? std::optional(current_workload(state)) : largest;
}

/// The smallest number of multiprocessors from which on all times are nearly the shortest one.
int enough_for(const TimesOnParts& times) {
    const double shortest = std::ranges::min(times.seconds | std::views::values);
    int enough = times.seconds.rbegin()->first;
    for (const auto& [number, seconds] : times.seconds | std::views::reverse) {
        if (seconds > nearly_as_fast * shortest) break;
        enough = number;
    }
    return enough;
}

/// How many times as fast the largest number of multiprocessors is as the smallest.
double gain_of(const TimesOnParts& times) { return times.seconds.begin()->second / times.seconds.rbegin()->second; }

/// "tile16 is 16.0 times as fast, coalesced 4.5": from the largest gain to the smallest.
std::string gains_text(std::vector<const TimesOnParts*> group) {
    std::ranges::stable_sort(group, std::greater{}, [](const TimesOnParts* times) { return gain_of(*times); });
    if (group.size() > most_in_words)
        return fmt::format("the gain ranges from {} times ({}) to {} times ({})", three_digits(gain_of(*group.front())),
                           short_name(group.front()->variant_id), three_digits(gain_of(*group.back())),
                           short_name(group.back()->variant_id));
    std::vector<std::string> parts;
    for (const TimesOnParts* times : group) {
        const auto name = short_name(times->variant_id);
        const std::string gain = three_digits(gain_of(*times));
        parts.push_back(parts.empty() ? fmt::format("{} is {} times as fast", name, gain)
                                      : fmt::format("{} {}", name, gain));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace

std::string multiprocessors_sentence(std::span<const TimesOnParts> all) {
    std::map<std::pair<int, int>, std::vector<const TimesOnParts*>> by_ends; // the smallest number, and the largest
    std::map<int, std::vector<std::string>> enough;                          // by the number of multiprocessors
    for (const TimesOnParts& times : all) {
        if (times.seconds.size() < 2) continue;
        by_ends[{times.seconds.begin()->first, times.seconds.rbegin()->first}].push_back(&times);
        if (const int number = enough_for(times); number != times.seconds.rbegin()->first)
            enough[number].emplace_back(short_name(times.variant_id));
    }
    std::vector<std::string> sentences;
    for (const auto& [ends, group] : by_ends) {
        const auto [few, many] = ends;
        sentences.push_back(fmt::format("With {} instead of {}, which is {} times as many, {}.",
                                        counted(many, "multiprocessor"), few, three_digits(double(many) / few),
                                        gains_text(group)));
    }
    for (const auto& [number, names] : enough)
        sentences.push_back(fmt::format("From {2} on, {0} {1} within 5 % of the shortest time.",
                                        list_of(names, most_in_words), names.size() == 1 ? "is" : "are",
                                        counted(number, "multiprocessor")));
    return fmt::format("{}", fmt::join(sentences, " "));
}

std::optional<SizeChart> multiprocessors_chart(const State& state) {
    const std::optional<Workload> size = size_on_parts(state);
    if (!size) return {};
    CurveCollector collector;
    for_each_run(state, [&](const profiling::Recording& recording, const Measurement& m) {
        if (m.workload != *size) return;
        const profiling::Ceilings* const ceilings = profiling::ceilings_of(recording, m.device);
        collector.add(m.variant_id, whole_of(m.device), true,
                      {.size = double(m.device.units),
                       .run = &m,
                       .origin = origin_of(recording),
                       .fraction = ceilings == nullptr ? std::nullopt : profiling::useful_fraction(m, *ceilings)});
    });
    SizeChart chart{.size = "multiprocessors", .curves = collector.finished(), .crossover = {}, .sentence = {}};
    if (chart.curves.empty()) return {};
    std::vector<TimesOnParts> times;
    for (const SizeCurve& curve : chart.curves) {
        times.push_back({.variant_id = curve.id});
        for (const SizePoint& point : curve.points)
            times.back().seconds[int(point.size)] = profiling::seconds_of(*point.run);
    }
    chart.sentence = multiprocessors_sentence(times);
    return chart;
}

std::string multiprocessors_lack(const State& state) {
    if (multiprocessors_chart(state)) return {};
    return fmt::format(
        "Nothing was measured on parts of a GPU. Measure with pairscope record parts.pairscope --workload "
        "{} --sms 8,16,32,64,132, and draw the times with pairscope chart multiprocessors parts.pairscope.",
        current_type(state).id);
}

} // namespace pairscope::app
