// SPDX-License-Identifier: MIT
#include "profiling/statistics.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <numeric>
#include <vector>

namespace pairscope::profiling {
namespace {

/// The probability of k heads in n throws of a coin, by logarithms, since 2^-n is 0 for n above 1074.
double heads_probability(double n, double k) {
    return std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::numbers::ln2);
}

/// The largest k for which the k-th smallest and the k-th largest of n samples hold the median between them with a
/// probability of at least `confidence`; 0 if there is none. Each sample lies below the median with probability 1/2, so
/// the k-th smallest lies above it when fewer than k of n coins show heads.
std::size_t interval_rank(std::size_t n, double confidence) {
    double outside = 0.0; // both tails
    const auto count = static_cast<double>(n);
    const double ten_sigma = 5.0 * std::sqrt(count); // what lies farther out has a probability of 1e-23
    auto rank = static_cast<std::size_t>(std::max(0.0, count / 2.0 - ten_sigma));
    while (rank < n) {
        outside += 2.0 * heads_probability(count, static_cast<double>(rank));
        if (outside > 1.0 - confidence) break;
        ++rank;
    }
    return rank;
}

} // namespace

double median(std::span<const double> samples) {
    std::vector<double> sorted(samples.begin(), samples.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    if (sorted.size() % 2 == 1) return *middle;
    return std::midpoint(*std::max_element(sorted.begin(), middle), *middle);
}

std::optional<Interval> median_interval(std::span<const double> samples, double confidence) {
    const std::size_t rank = interval_rank(samples.size(), confidence);
    if (rank == 0) return std::nullopt;
    std::vector<double> sorted(samples.begin(), samples.end());
    const auto low = sorted.begin() + static_cast<std::ptrdiff_t>(rank - 1);
    const auto high = sorted.end() - static_cast<std::ptrdiff_t>(rank);
    std::nth_element(sorted.begin(), low, sorted.end());
    std::nth_element(std::next(low), high, sorted.end()); // from low on it could move what stands there
    return Interval{*low, *high};
}

std::optional<StopReason> stop_reason(std::span<const double> samples, const StoppingRule& rule) {
    const auto count = static_cast<int>(samples.size());
    if (count >= rule.min_samples) {
        const auto interval = median_interval(samples);
        if (interval && interval->high - interval->low <= rule.relative_interval * median(samples))
            return StopReason::interval;
    }
    if (count >= rule.max_samples) return StopReason::count;
    const double seconds = std::accumulate(samples.begin(), samples.end(), 0.0);
    if (count >= 2 && seconds >= rule.max_seconds) return StopReason::time;
    return std::nullopt;
}

} // namespace pairscope::profiling
