// SPDX-License-Identifier: MIT
// What the hardware did during one launch, in steps of some microseconds, as plain values. Nothing here knows CUPTI: a
// recording holds the same.
#pragma once

#include "profiling/counting/counters.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// One quantity in the course of time. `name` is stable: "dram_bytes_written", see cupti/sampled_quantities.h.
struct TimelineSeries {
    std::string name;
    std::string counter;          ///< what was asked of the chip: "dram__bytes_write.sum"
    std::vector<double> values{}; ///< one per sample: bytes, cycles, or a share from 0 to 1
    /// The most that the chip can do, by its own counters [B/s]; absent for a share, and where the chip does not tell.
    std::optional<double> limit{};
    bool operator==(const TimelineSeries&) const = default;
};

/// Everything that the hardware sampled from the start of the sampling to its stop: the launch, and what came before
/// and after it.
struct RawTimeline {
    std::vector<std::uint64_t> begins, ends; ///< when each sample began and ended, by the clock of the GPU [ns]
    std::vector<TimelineSeries> series;
};

/// One launch, with a few samples before it and after it.
struct LaunchTimeline {
    std::string chip{};
    double step = 0.0;            ///< the median length of a sample [s]
    double seconds = 0.0;         ///< from the first sample in which a multiprocessor was busy to the last one [s]
    std::vector<double> begins{}; ///< begins of the samples, since the launch began [s]; negative before it
    std::vector<double> ends{};
    std::vector<TimelineSeries> series{};
    bool operator==(const LaunchTimeline&) const = default;
};

/// What the sampling of one launch cost the host [s].
struct SamplingCosts {
    double configure = 0.0; ///< nearly nothing, unless the step changed or the sampling was switched off
    double start = 0.0, launch = 0.0, stop = 0.0, decode = 0.0, evaluate = 0.0;
    std::size_t samples = 0;
};

/// The names of the series. Those of bytes are the names of counters, too.
namespace series_name {
inline constexpr std::string_view dram_read = "dram_bytes_read", dram_written = "dram_bytes_written";
inline constexpr std::string_view l2_bytes = "l2_bytes", l1_bytes = "l1_bytes";
inline constexpr std::string_view busy_sms = "busy_sms"; ///< the share of multiprocessors that hold a warp
inline constexpr std::string_view sm_cycles = "sm_cycles";
} // namespace series_name

/// Null if there is none of that name.
[[nodiscard]] const TimelineSeries* series_of(const LaunchTimeline& timeline, std::string_view name);
[[nodiscard]] const TimelineSeries* series_of(const RawTimeline& raw, std::string_view name);

/// The launch: the samples in which multiprocessors were busy, without what other programs did long before or after it.
/// Absent where no sample saw a busy multiprocessor.
[[nodiscard]] std::optional<LaunchTimeline> timeline_of(const RawTimeline& raw, std::string chip);

/// The sums over all samples, under the names of counters: bytes at each level, and the clock of the multiprocessors.
[[nodiscard]] Counters totals_of(const RawTimeline& raw, std::string chip);

/// The bytes of one series in the samples that belong to the launch itself; absent without that series.
[[nodiscard]] std::optional<double> bytes_during_launch(const LaunchTimeline& timeline, std::string_view name);

/// How a launch begins and ends.
struct LaunchPhases {
    std::size_t samples = 0;   ///< samples of the launch
    double plateau = 0.0;      ///< the DRAM traffic that a quarter of the samples exceed [B/s]; 0: it was not sampled
    double ramp = 0.0;         ///< until the traffic first reaches nine tenths of the plateau [s]
    double busy = 0.0;         ///< the share of busy multiprocessors that a quarter of the samples exceed, 0 to 1
    double tail = 0.0;         ///< at the end, with fewer than nine tenths of those busy [s]
    double busy_in_tail = 0.0; ///< the mean share of busy multiprocessors meanwhile
    std::size_t in_ramp = 0, in_tail = 0; ///< samples
};
/// Absent where the launch has too few samples to tell its phases apart.
[[nodiscard]] std::optional<LaunchPhases> phases_of(const LaunchTimeline& timeline);

/// The traffic of a series in one sample [B/s].
[[nodiscard]] double rate_at(const LaunchTimeline& timeline, const TimelineSeries& series, std::size_t sample);

/// The time between two samples for a launch that takes about so long: enough samples to see its phases, and no more
/// than the buffers hold [s].
[[nodiscard]] double sampling_step(double launch_seconds);
/// The time between two samples where only the sums are wanted: as few samples as possible, because each costs the host
/// some microseconds [s].
[[nodiscard]] double counting_step(double launch_seconds);

} // namespace pairscope::profiling
