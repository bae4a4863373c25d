// SPDX-License-Identifier: MIT
// What a user should know before believing a measurement, in a word each and a sentence.
#pragma once

#include "profiling/measurement.h"

#include <string>
#include <vector>

namespace pairscope::profiling {

enum class BadgeKind : std::uint8_t {
    another_output,  ///< the variant gives one on purpose
    caches,          ///< warm or cold
    fits_in_cache,   ///< the output does
    short_kernel,    ///< several launches were timed together
    slowed_down,     ///< the driver says why
    clock_dropped,   ///< below the highest clock
    replayed,        ///< counters took several runs
    display,         ///< the device also drew the window
    other_load,      ///< other programs used the CPU
    timers_disagree, ///< CUDA events and activity records
    speed_changed,   ///< all turns after some moment were slower, or faster
    uneven_turns     ///< the medians of the turns lie far apart
};

struct Badge {
    BadgeKind kind = BadgeKind::caches;
    std::string word;     ///< "cold caches"
    std::string sentence; ///< what it means for the figures
    bool warning = false; ///< the figures may mislead
};

[[nodiscard]] std::vector<Badge> badges_of(const Measurement& m);

/// The words of the badges that warn.
[[nodiscard]] std::vector<std::string> warnings_of(const Measurement& m);

/// Do the median of the timer and that of CUPTI's activity records tell the same time, within 3 % or 4 us? True where
/// one of them is missing. Events also see the start of the launch, which takes some microseconds.
[[nodiscard]] bool timers_agree(const Measurement& m);

} // namespace pairscope::profiling
