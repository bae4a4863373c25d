// SPDX-License-Identifier: MIT
// The figures of a run, each in one entry: text table, CSV, JSON, recording and Time panel take it from this list. The
// README of this folder says how to add one.
#pragma once

#include "profiling/measurement.h"
#include "profiling/roofline.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// How a figure is written for people.
enum class FigureUnit : std::uint8_t {
    time,  ///< [s]
    ns,    ///< [ns]
    rate,  ///< [B/s]
    share, ///< a fraction of a ceiling: "0.96"
    part,  ///< a fraction of something else, in percent
    times, ///< how many times as fast
    count,
    energy, ///< [J]
    power,  ///< [W]
};

/// A run, and what some figures need beside it.
struct RunInContext {
    const Measurement& run;
    const Ceilings* ceilings = nullptr;       ///< the ceilings of its device; null: unknown
    std::optional<double> baseline_seconds{}; ///< the time of the variant that speed-ups are over
};

struct Figure {
    std::string_view key; ///< in CSV, JSON and recordings
    FigureUnit unit = FigureUnit::time;
    std::optional<double> (*value)(const RunInContext&) = nullptr; ///< absent: it cannot be had
    std::string_view title{};   ///< above its column of a text table; empty: it has no column there
    std::string_view name{};    ///< beside it in the Time panel; empty: that has other words, or nothing
    std::string_view meaning{}; ///< in the Time panel: what it is, one sentence
    std::string_view copied{};  ///< what a click there copies: "{} between the turns"; empty: the name and the figure
    /// The recording keeps what was found when the run was measured. Otherwise it is computed from the samples whenever
    /// it is shown, so that old recordings have it, too.
    bool recorded = false;
};

/// For figures that are measured after the timed runs, if they are asked for.
inline constexpr auto found_later = [](const RunInContext&) { return std::optional<double>(); };

inline constexpr std::array figure_list{
    Figure{.key = "median_seconds",
           .unit = FigureUnit::time,
           .value = [](const RunInContext& of) { return std::optional(seconds_of(of.run)); },
           .title = "median",
           .name = "median",
           .meaning = "Half of the timed runs took less time, and half took more.",
           .copied = "{}"},
    Figure{.key = "low_seconds",
           .unit = FigureUnit::time,
           .value =
               [](const RunInContext& of) {
                   const auto interval = interval_of(of.run);
                   return interval ? std::optional(interval->low) : std::nullopt;
               }},
    Figure{.key = "high_seconds",
           .unit = FigureUnit::time,
           .value =
               [](const RunInContext& of) {
                   const auto interval = interval_of(of.run);
                   return interval ? std::optional(interval->high) : std::nullopt;
               }},
    Figure{.key = "turn_spread",
           .unit = FigureUnit::part,
           .value = [](const RunInContext& of) { return spread_of_turns(samples_of(of.run)); },
           .title = "turn spread",
           .name = "between turns",
           .meaning =
               "How far the medians of the turns lie apart, in percent of the median. The interval is about this "
               "run; another run may differ from it by as much as its turns differ.",
           .copied = "{} between the turns"},
    Figure{.key = "turns",
           .unit = FigureUnit::count,
           .value =
               [](const RunInContext& of) {
                   return of.run.turns.empty() ? std::nullopt : std::optional(double(of.run.turns.size()));
               }},
    Figure{.key = "nanoseconds_per_pair",
           .unit = FigureUnit::ns,
           .value = [](const RunInContext& of) { return std::optional(nanoseconds_per_pair(of.run)); },
           .title = "ns/pair"},
    Figure{.key = "compulsory_bytes_per_second",
           .unit = FigureUnit::rate,
           .value = [](const RunInContext& of) { return std::optional(compulsory_bandwidth(of.run)); },
           .title = "GB/s"},
    Figure{.key = "useful_fraction",
           .unit = FigureUnit::share,
           .value =
               [](const RunInContext& of) {
                   return of.ceilings == nullptr ? std::nullopt : useful_fraction(of.run, *of.ceilings);
               },
           .title = "useful fraction"},
    Figure{.key = "bandwidth_used",
           .unit = FigureUnit::share,
           .value =
               [](const RunInContext& of) {
                   return of.ceilings == nullptr ? std::nullopt : bandwidth_used(of.run, *of.ceilings);
               },
           .title = "bandwidth used"},
    Figure{.key = "speedup",
           .unit = FigureUnit::times,
           .value =
               [](const RunInContext& of) {
                   return of.baseline_seconds ? std::optional(*of.baseline_seconds / seconds_of(of.run)) : std::nullopt;
               },
           .title = "speed-up"},
    Figure{.key = "joules_per_run",
           .unit = FigureUnit::energy,
           .value = found_later,
           .title = "energy",
           .name = "energy",
           .meaning =
               "The energy that the whole board used per run, by its counter over at least three seconds of runs with "
               "warm caches. What the board takes without kernels is included.",
           .recorded = true},
    Figure{.key = "idle_watts",
           .unit = FigureUnit::power,
           .value = found_later,
           .name = "power without kernels",
           .meaning = "Average power of the board in the second before its energy was measured, when no kernel ran.",
           .recorded = true},
    Figure{.key = "layout_seconds",
           .unit = FigureUnit::time,
           .value =
               [](const RunInContext& of) {
                   return of.run.layout_seconds > 0.0 ? std::optional(of.run.layout_seconds) : std::nullopt;
               }},
};

/// The place of that figure in the list; the size of the list if there is none.
[[nodiscard]] constexpr std::size_t figure_place(std::string_view key) {
    std::size_t place = 0;
    while (place < figure_list.size() && figure_list[place].key != key) ++place;
    return place;
}

/// The figure of this run: as it was recorded, or computed now.
[[nodiscard]] std::optional<double> value_of(const Figure& figure, const RunInContext& of);

/// What the recording of a run keeps: the figures with `recorded`, as they are now.
[[nodiscard]] std::vector<RecordedFigure> figures_to_record(const Measurement& run);

} // namespace pairscope::profiling
