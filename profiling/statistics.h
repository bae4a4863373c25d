// SPDX-License-Identifier: MIT
// Statistics of repeated timings. Samples stay in the order they were taken; nothing here sorts its input.
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace pairscope::profiling {

/// An interval of 95 %, unless it is said otherwise.
struct Interval {
    double low = 0.0;
    double high = 0.0;
};

/// The middle value; the mean of the two middle values of an even count. The span must not be empty.
[[nodiscard]] double median(std::span<const double> samples);

/// The distribution-free interval of the median: the order statistics whose binomial coverage is at least `confidence`
/// (Conover, Practical Nonparametric Statistics). Absent below 6 samples for 95 %, and below 8 for 99 %, where no such
/// pair exists.
[[nodiscard]] std::optional<Interval> median_interval(std::span<const double> samples, double confidence = 0.95);

/// When to stop taking samples.
struct StoppingRule {
    int min_samples = 20;
    int max_samples = 2000;
    double relative_interval = 0.005; ///< enough samples that the interval's width is below this share of the median
    double max_seconds = 3.0;   ///< stop after this much time in timed runs; overrides min_samples beyond 2 samples
    double least_seconds = 0.0; ///< timed runs take at least this long in all, if `max_samples` permits it
};
enum class StopReason : std::uint8_t { interval, time, count, cancelled };
inline constexpr std::array<Name<StopReason>, 4> stop_names{{{StopReason::interval, "interval"},
                                                             {StopReason::time, "time"},
                                                             {StopReason::count, "count"},
                                                             {StopReason::cancelled, "cancelled"}}};
static_assert(is_in_order(stop_names));
[[nodiscard]] constexpr std::string_view name_of(StopReason reason) { return name_in(stop_names, reason); }

/// Whether to stop after these samples, and why; absent: go on.
[[nodiscard]] std::optional<StopReason> stop_reason(std::span<const double> samples, const StoppingRule& rule);

} // namespace pairscope::profiling
