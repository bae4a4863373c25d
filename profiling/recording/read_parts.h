// SPDX-License-Identifier: MIT
// The independent parts of a recording: each is read from its place in the JSON, and refused if it does not fit.
#pragma once

#include "profiling/recording/json_place.h"
#include "profiling/recording/recording.h"

#include <chrono>
#include <optional>
#include <string>

namespace pairscope::profiling {

[[nodiscard]] std::chrono::sys_seconds time_at(const JsonPlace& place);
/// Absent if there is no such field.
[[nodiscard]] std::optional<double> figure(const JsonPlace& place, const char* key, double low, double high);
[[nodiscard]] std::string text_or_none(const JsonPlace& place, const char* key);
[[nodiscard]] int count_at(const JsonPlace& place, const char* key);

[[nodiscard]] Device device_in(const JsonPlace& place);
[[nodiscard]] GeneratorSettings settings_in(const JsonPlace& place);
[[nodiscard]] Workload workload_in(const JsonPlace& place);
[[nodiscard]] CheckVerdict check_in(const JsonPlace& place);
/// The verdict of a run that has an answer. Refuses one that is right although nothing of it was looked at.
[[nodiscard]] CheckVerdict check_that_ran_in(const JsonPlace& place);
/// The predicted bytes of a run; 0 if it has none. Refuses a number that is not whole.
[[nodiscard]] double predicted_bytes_in(const JsonPlace& run);
[[nodiscard]] LaunchFacts kernel_in(const JsonPlace& place);
[[nodiscard]] Counters counters_in(const JsonPlace& place);
[[nodiscard]] Conditions conditions_in(const JsonPlace& place);
[[nodiscard]] TraceSummary trace_in(const JsonPlace& place);
[[nodiscard]] LaunchTimeline timeline_in(const JsonPlace& place);

} // namespace pairscope::profiling
