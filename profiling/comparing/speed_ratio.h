// SPDX-License-Identifier: MIT
// Is B faster than A? A ratio of times with an interval, and a verdict in words.
#pragma once

#include "kernels/data/names.h"
#include "profiling/turns.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pairscope::profiling {

/// One round A B B A of an interleaved comparison: a drift of the machine that is even over the round cancels.
struct AbbaRound {
    double a = 0.0; ///< mean of the two runs of A [s]
    double b = 0.0; ///< mean of the two runs of B [s]
    bool operator==(const AbbaRound&) const = default;
};

/// A verdict needs so many rounds, or samples of each of the two, whatever ended the measuring.
inline constexpr int least_for_verdict = 10;
/// At most one of a hundred verdicts on two equal variants may say that they differ.
inline constexpr double verdict_confidence = 0.99;

/// The time of B over the time of A: below 1 B is faster.
struct SpeedRatio {
    double value = 1.0;
    std::optional<Interval> interval{};     ///< with verdict_confidence; absent below least_for_verdict
    int count = 0;                          ///< rounds; or samples, of the one that has fewer
    std::string_view counted_in = "rounds"; ///< "rounds", "samples"
};

/// The median of the rounds' ratios, with its distribution-free interval. At least one round.
[[nodiscard]] SpeedRatio speed_ratio(std::span<const AbbaRound> rounds);
/// The ratio of the medians of samples that were taken at different times, or on different machines, with the
/// interval that the distribution-free intervals of both allow. None may be empty, and all times are above zero.
[[nodiscard]] SpeedRatio speed_ratio(const TurnedSamples& a, const TurnedSamples& b);

enum class Verdict : std::uint8_t { faster, slower, cannot_tell, too_few };
inline constexpr std::array<Name<Verdict>, 4> verdict_names{{{Verdict::faster, "faster"},
                                                             {Verdict::slower, "slower"},
                                                             {Verdict::cannot_tell, "cannot tell"},
                                                             {Verdict::too_few, "no verdict"}}};
static_assert(is_in_order(verdict_names));
[[nodiscard]] constexpr std::string_view name_of(Verdict verdict) { return name_in(verdict_names, verdict); }
/// The verdict on B against A. Only an interval without 1 decides.
[[nodiscard]] Verdict verdict_of(const SpeedRatio& ratio);

/// "No verdict: 4 rounds were measured, but 10 are needed"; empty where there were enough of them.
[[nodiscard]] std::string why_no_verdict(const SpeedRatio& ratio);

/// "grid2d is faster than coalesced: it takes 3.1 to 3.4 % less time", "... is 9.8 to 10.1 times as fast as ...",
/// "Cannot tell which is faster: ... takes between 0.4 % less and 0.3 % more time than ...", or why_no_verdict().
[[nodiscard]] std::string in_words(const SpeedRatio& ratio, std::string_view a, std::string_view b);

} // namespace pairscope::profiling
