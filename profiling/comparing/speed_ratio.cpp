// SPDX-License-Identifier: MIT
#include "profiling/comparing/speed_ratio.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope::profiling {
namespace {

/// Each median lies in its interval so surely that both do with verdict_confidence. Conservative, and linear in the
/// samples but for sorting them.
Interval ratio_interval(const TurnedSamples& a, const TurnedSamples& b) {
    constexpr double of_each = 1.0 - (1.0 - verdict_confidence) / 2.0;
    const auto interval = [](const TurnedSamples& samples) { // fewer than nine turns are too few for this confidence
        const auto of_turns = interval_of(samples, of_each);
        return of_turns ? *of_turns : *median_interval(samples.seconds, of_each);
    };
    const Interval first = interval(a), second = interval(b);
    constexpr double same = 1.0 + repeatability;
    return {second.low / first.high / (same * same), second.high / first.low * (same * same)};
}

/// One digit more than the interval's width needs, so that its ends differ, and so many that the lower one is not 0:
/// "3.1 to 3.4 %", "0.3 to 1.4 %".
std::string percents(double low, double high) {
    const double width = 100.0 * std::min(high - low, low);
    const int digits = width > 0.0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(width))), 0, 3) : 1;
    return fmt::format("{:.{}f} to {:.{}f} %", 100.0 * low, digits, 100.0 * high, digits);
}

std::string times(double low, double high) {
    const double width = high - low;
    const int digits = width > 0.0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(width))), 1, 3) : 1;
    return fmt::format("{:.{}f} to {:.{}f} times", low, digits, high, digits);
}

/// Two digits, without an exponent: "0.25 % less", "180 % more".
std::string difference(double change) {
    const double percent = 100.0 * std::abs(change);
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(std::max(1.0, percent))) - 1.0));
    const std::string digits =
        percent < 99.5 ? fmt::format("{:.2g}", percent) : fmt::format("{:.0f}", std::round(percent / unit) * unit);
    return fmt::format("{} % {}", digits, change < 0.0 ? "less" : "more");
}

} // namespace

SpeedRatio speed_ratio(std::span<const AbbaRound> rounds) {
    std::vector<double> ratios;
    ratios.reserve(rounds.size());
    for (const AbbaRound& round : rounds) ratios.push_back(round.b / round.a);
    SpeedRatio ratio{.value = median(ratios), .count = static_cast<int>(ratios.size())};
    if (ratio.count >= least_for_verdict) ratio.interval = median_interval(ratios, verdict_confidence);
    return ratio;
}

SpeedRatio speed_ratio(const TurnedSamples& a, const TurnedSamples& b) {
    SpeedRatio ratio{.value = median(b.seconds) / median(a.seconds),
                     .count = static_cast<int>(std::min(a.seconds.size(), b.seconds.size())),
                     .counted_in = "samples"};
    if (ratio.count >= least_for_verdict) ratio.interval = ratio_interval(a, b);
    return ratio;
}

Verdict verdict_of(const SpeedRatio& ratio) {
    if (!ratio.interval) return Verdict::too_few;
    if (ratio.interval->high < 1.0) return Verdict::faster;
    if (ratio.interval->low > 1.0) return Verdict::slower;
    return Verdict::cannot_tell;
}

std::string why_no_verdict(const SpeedRatio& ratio) {
    if (ratio.interval) return {};
    std::string_view unit = ratio.counted_in;
    if (ratio.count != 1)
        return fmt::format("No verdict: {} {} were measured, but {} are needed", ratio.count, unit, least_for_verdict);
    unit.remove_suffix(1);
    return fmt::format("No verdict: 1 {} was measured, but {} are needed", unit, least_for_verdict);
}

std::string in_words(const SpeedRatio& ratio, std::string_view a, std::string_view b) {
    const auto [low, high] = ratio.interval.value_or(Interval{});
    switch (verdict_of(ratio)) {
    case Verdict::faster:
        if (high < 0.5) return fmt::format("{} is {} as fast as {}", b, times(1.0 / high, 1.0 / low), a);
        return fmt::format("{} is faster than {}: it takes {} less time", b, a, percents(1.0 - high, 1.0 - low));
    case Verdict::slower:
        if (low > 2.0) return fmt::format("{} takes {} as long as {}", b, times(low, high), a);
        return fmt::format("{} is slower than {}: it takes {} more time", b, a, percents(low - 1.0, high - 1.0));
    case Verdict::cannot_tell:
        return fmt::format("Cannot tell which is faster: {} takes between {} and {} time than {}", b,
                           difference(low - 1.0), difference(high - 1.0), a);
    case Verdict::too_few:
        return why_no_verdict(ratio);
    }
    return {};
}

} // namespace pairscope::profiling
