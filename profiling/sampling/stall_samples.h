// SPDX-License-Identifier: MIT
// Which instruction warps were at, and what they waited for, whenever the hardware looked: plain values and pure
// functions.
#pragma once

#include "profiling/machine_code/code_place.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::profiling {

/// What was seen at one instruction.
struct StalledPc {
    std::string function;                ///< mangled
    std::int64_t offset = 0;             ///< bytes from the beginning of the function
    CodePlace place{};                   ///< the line it comes from; line 0: it is not known
    std::vector<std::uint64_t> counts{}; ///< samples for each of StallSamples::reasons
    bool operator==(const StalledPc&) const = default;
};

struct StallSamples {
    std::vector<std::string> reasons{}; ///< names of the profilers, such as "long_scoreboard"; "selected": it issued
    std::vector<StalledPc> pcs{};       ///< by function and offset
    std::uint64_t dropped = 0;          ///< samples that the hardware took and had no room for
    int launches = 0;
    double seconds = 0.0;   ///< time of those launches, one after the other
    int period = 0;         ///< a multiprocessor looks at a warp every 2^period cycles
    std::string checksum{}; ///< checksum of the module, as CUPTI computes it: "3ed6a6e3"; empty: it is not known
    bool operator==(const StallSamples&) const = default;
};

/// So many samples are taken if there is time. The share of a line with a half of them is then known to 0.4 %.
inline constexpr std::uint64_t wanted_stall_samples = 20'000;
/// With fewer, the shares of small lines are noise, which is said.
inline constexpr std::uint64_t least_stall_samples = 2'000;

[[nodiscard]] std::uint64_t total(const std::vector<std::uint64_t>& counts);
[[nodiscard]] std::uint64_t total(const StallSamples& samples);

/// "long_scoreboard" of "smsp__pcsamp_warps_issue_stalled_long_scoreboard". Absent: the counter is no reason by itself,
/// such as one that counts a part of the samples of another reason a second time.
[[nodiscard]] std::optional<std::string> reason_of_counter(std::string_view counter);
/// "Stall: memory", and one sentence about it, by the names of the catalogue of counters; the name itself and nothing
/// where it is not there.
[[nodiscard]] std::string_view title_of_reason(const std::string& reason);
[[nodiscard]] std::string_view meaning_of_reason(const std::string& reason);

/// A place with its samples.
struct LineStalls {
    CodePlace place; ///< line 0: instructions of which no line is known
    std::vector<std::uint64_t> counts{};
    std::uint64_t samples = 0;
};
/// By the line that each instruction itself comes from, the largest first.
[[nodiscard]] std::vector<LineStalls> stalls_of_lines(const StallSamples& samples);

/// The reasons of these counts, as indices, the largest first, without those that nobody waited for. "selected" comes
/// last, because it is no stall.
[[nodiscard]] std::vector<std::size_t> sorted_reasons(const StallSamples& samples,
                                                      const std::vector<std::uint64_t>& counts);

/// One standard deviation of a share, if samples are independent of each other.
[[nodiscard]] double error_of_share(std::uint64_t part, std::uint64_t all);

/// Why the shares should not be believed, in one sentence; empty if there is no reason.
[[nodiscard]] std::string doubt_about(const StallSamples& samples);

} // namespace pairscope::profiling
