// SPDX-License-Identifier: MIT
// How far a sweep is, and how long it still takes if the runs to come are like those that were.
#pragma once

#include "app/cli/verbs/sweep.h"

#include <chrono>
#include <span>
#include <string>

namespace pairscope::cli {

class SweepClock {
public:
    explicit SweepClock(std::span<const Step> steps);

    /// That step is over; it was made, or skipped.
    void finished(const Step& step);

    /// "3 of 24, 40 s left: ", the time only where one run was timed; empty for a single run.
    [[nodiscard]] std::string text() const;

private:
    std::int64_t all_ = 0, done_ = 0; ///< runs that are not skipped from the start
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

} // namespace pairscope::cli
