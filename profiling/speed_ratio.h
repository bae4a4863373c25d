// SPDX-License-Identifier: MIT
// Is B faster than A? A ratio of times with an interval, and a verdict in words.
#pragma once

#include "profiling/statistics.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pairscope::profiling {

/// One block A B B A of an interleaved comparison: a drift of the machine that is even over the block cancels.
struct AbbaBlock {
    double a = 0.0; ///< mean of the two runs of A [s]
    double b = 0.0; ///< mean of the two runs of B [s]
    bool operator==(const AbbaBlock&) const = default;
};

/// The time of B over the time of A: below 1 B is faster.
struct SpeedRatio {
    double value = 1.0;
    Interval interval{1.0, 1.0}; ///< 95 %, by the percentile bootstrap (Efron and Tibshirani, An Introduction to the
                                 ///< Bootstrap, 1993, chapter 13)
};

/// The median of the blocks' ratios; whole blocks are drawn again for the interval. At least one block.
[[nodiscard]] SpeedRatio speed_ratio(std::span<const AbbaBlock> blocks);
/// The ratio of the medians of samples that were taken at different times, or on different machines. None may be empty.
[[nodiscard]] SpeedRatio speed_ratio(std::span<const double> a, std::span<const double> b);

enum class Verdict : std::uint8_t { faster, slower, cannot_tell };
/// Of B against A: only an interval without 1 decides.
[[nodiscard]] Verdict verdict_of(const SpeedRatio& ratio);

/// "grid2d is faster than coalesced: it takes 3.1 to 3.4 % less time", "... is 9.8 to 10.1 times as fast as ...",
/// "cannot tell: ... takes between 0.4 % less and 0.3 % more time than ..."
[[nodiscard]] std::string in_words(const SpeedRatio& ratio, std::string_view a, std::string_view b);

} // namespace pairscope::profiling
