// SPDX-License-Identifier: MIT
#include "app/cli/verbs/sweep_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::cli {
namespace {

/// "40 s", "12 min", "1.5 h": as exact as a guess can be.
std::string rough_text(double seconds) {
    if (seconds < 90.0) return fmt::format("{:.0f} s", std::ceil(seconds));
    if (seconds < 5400.0) return fmt::format("{:.0f} min", seconds / 60.0);
    return fmt::format("{:.1f} h", seconds / 3600.0);
}

} // namespace

SweepClock::SweepClock(std::span<const Step> steps)
    : all_(std::ranges::count_if(steps, [](const Step& step) { return step.why_not.empty(); })) {}

void SweepClock::finished(const Step& step) {
    if (step.why_not.empty()) ++done_;
}

std::string SweepClock::text() const {
    if (all_ < 2 || done_ >= all_) return {};
    if (done_ == 0) return fmt::format("1 of {}: ", all_);
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    const auto done = static_cast<double>(done_);
    return fmt::format("{} of {}, {} left: ", done_ + 1, all_,
                       rough_text(spent / done * static_cast<double>(all_ - done_)));
}

} // namespace pairscope::cli
