// SPDX-License-Identifier: MIT
#include "profiling/speed_ratio.h"

#include "kernels/core/pcg32.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace pairscope::profiling {
namespace {

constexpr int resamples = 2000;
constexpr std::uint64_t seed = 1; // the same samples always give the same interval

std::vector<double> drawn_again(std::span<const double> samples, Pcg32& random) {
    std::vector<double> drawn(samples.size());
    const auto count = static_cast<double>(samples.size());
    for (double& sample : drawn) sample = samples[static_cast<std::size_t>(random.uniform() * count)];
    return drawn;
}

/// Gives medians of the samples drawn again. Of very many, not each is drawn: the rank of their median is known to be
/// normally distributed about the middle, with a standard deviation of half the square root of their number.
class MedianAgain {
public:
    explicit MedianAgain(std::span<const double> samples) : samples_(samples.begin(), samples.end()) {
        if (is_large()) std::ranges::sort(samples_);
    }

    double operator()(Pcg32& random) const {
        if (!is_large()) return median(drawn_again(samples_, random));
        const auto count = static_cast<double>(samples_.size());
        const double off = normal_point(random).x * std::sqrt(count) / 2.0;
        const double rank = std::clamp(count / 2.0 + off, 0.0, count - 1.0);
        return samples_[static_cast<std::size_t>(rank)];
    }

private:
    static constexpr std::size_t large = 5'000; ///< more than a run takes by itself
    [[nodiscard]] bool is_large() const { return samples_.size() > large; }
    std::vector<double> samples_;
};

/// From the 2.5th to the 97.5th percentile of what `statistic` gives for other samples.
Interval percentiles(const std::function<double(Pcg32&)>& statistic) {
    Pcg32 random(seed);
    std::vector<double> values(resamples);
    for (double& value : values) value = statistic(random);
    std::ranges::sort(values);
    constexpr std::size_t tail = resamples / 40;
    return {values[tail - 1], values[resamples - tail]};
}

/// One digit more than the interval's width needs, so that its ends differ: "3.1 to 3.4 %".
std::string percents(double low, double high) {
    const double width = 100.0 * (high - low);
    const int digits = width > 0.0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(width))), 0, 3) : 1;
    return fmt::format("{:.{}f} to {:.{}f} %", 100.0 * low, digits, 100.0 * high, digits);
}

std::string times(double low, double high) {
    const double width = high - low;
    const int digits = width > 0.0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(width))), 1, 3) : 1;
    return fmt::format("{:.{}f} to {:.{}f} times", low, digits, high, digits);
}

std::string difference(double change) {
    return fmt::format("{:.2g} % {}", 100.0 * std::abs(change), change < 0.0 ? "less" : "more");
}

} // namespace

SpeedRatio speed_ratio(std::span<const AbbaBlock> blocks) {
    std::vector<double> ratios;
    ratios.reserve(blocks.size());
    for (const AbbaBlock& block : blocks) ratios.push_back(block.b / block.a);
    return {median(ratios), percentiles([&](Pcg32& random) { return median(drawn_again(ratios, random)); })};
}

SpeedRatio speed_ratio(std::span<const double> a, std::span<const double> b) {
    const MedianAgain of_a(a), of_b(b);
    return {median(b) / median(a), percentiles([&](Pcg32& random) {
                const double again = of_a(random);
                return of_b(random) / again;
            })};
}

Verdict verdict_of(const SpeedRatio& ratio) {
    if (ratio.interval.high < 1.0) return Verdict::faster;
    if (ratio.interval.low > 1.0) return Verdict::slower;
    return Verdict::cannot_tell;
}

std::string in_words(const SpeedRatio& ratio, std::string_view a, std::string_view b) {
    const auto [low, high] = ratio.interval;
    switch (verdict_of(ratio)) {
    case Verdict::faster:
        if (high < 0.5) return fmt::format("{} is {} as fast as {}", b, times(1.0 / high, 1.0 / low), a);
        return fmt::format("{} is faster than {}: it takes {} less time", b, a, percents(1.0 - high, 1.0 - low));
    case Verdict::slower:
        if (low > 2.0) return fmt::format("{} takes {} as long as {}", b, times(low, high), a);
        return fmt::format("{} is slower than {}: it takes {} more time", b, a, percents(low - 1.0, high - 1.0));
    case Verdict::cannot_tell:
        return fmt::format("cannot tell which is faster: {} takes between {} and {} time than {}", b,
                           difference(low - 1.0), difference(high - 1.0), a);
    }
    return {};
}

} // namespace pairscope::profiling
