// SPDX-License-Identifier: MIT
#include "profiling/turns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace pairscope::profiling {
namespace {

/// As many turns as there is room for, of which one sample each is the least.
int turns_within(double most_samples) {
    for (const int turns : {usual_turns, fewer_turns, least_turns})
        if (most_samples >= turns) return turns;
    return std::max(1, static_cast<int>(most_samples));
}

/// The distance between the quarters of the samples, as a standard deviation of normal samples. Outliers do not
/// matter, as they do not move a median.
double robust_deviation(std::span<const double> samples) {
    std::vector<double> sorted(samples.begin(), samples.end());
    std::ranges::sort(sorted);
    const std::size_t quarter = sorted.size() / 4;
    constexpr double quarters_of_normal = 1.349;
    return (sorted[sorted.size() - 1 - quarter] - sorted[quarter]) / quarters_of_normal;
}

/// So many samples make the interval of the median as narrow as the rule asks for.
double samples_for_interval(std::span<const double> first_samples, double relative_interval) {
    const double wanted = relative_interval * median(first_samples);
    if (!(wanted > 0.0)) return std::numeric_limits<double>::infinity();
    if (first_samples.size() < 3) return 0.0;
    constexpr double both_sides = 2.0 * 1.96, median_over_mean = 1.2533; // standard errors of normal samples
    const double ratio = both_sides * median_over_mean * robust_deviation(first_samples) / wanted;
    return ratio * ratio;
}

/// The next odd number that is not larger than the most.
int odd_samples(double wanted, double most) {
    const int limit = std::max(1, static_cast<int>(most));
    const double rounded = std::ceil(std::clamp(wanted, 1.0, static_cast<double>(limit)));
    const int count = static_cast<int>(rounded) | 1;
    return count <= limit ? count : std::max(1, count - 2);
}

} // namespace

TurnPlan plan_turns(std::span<const double> first_samples, double seconds_of_each, const StoppingRule& rule) {
    constexpr double reserve = 0.9; // later turns may be slower than the first one
    const double by_time = reserve * rule.max_seconds / std::max(seconds_of_each, 1e-12);
    const double by_count = rule.max_samples;
    const double most = std::max(std::min(by_time, by_count), std::min(2.0, by_count)); // one sample is no measurement
    TurnPlan plan{.turns = turns_within(most)};
    const double wanted = std::max({samples_for_interval(first_samples, rule.relative_interval),
                                    static_cast<double>(rule.min_samples), rule.least_seconds / seconds_of_each});
    plan.samples = odd_samples(wanted / plan.turns, most / plan.turns);
    if (static_cast<double>(plan.samples) * plan.turns < wanted)
        plan.limit = by_time < by_count ? StopReason::time : StopReason::count;
    return plan;
}

int TurnTaker::wanted_now() const {
    if (plan_) return plan_->samples;
    return std::clamp(rule_.max_samples / usual_turns, 1, pilot_samples);
}

void TurnTaker::end(StopReason reason) {
    taken_.stopped_by = reason;
    done_ = true;
}

void TurnTaker::take_turn(const Sample& sample, const Wait& wait) {
    if (done_) return;
    const double waited_before = wait.waited ? wait.waited() : 0.0;
    taken_.turns.push_back(0);
    const auto too_long = [&] {
        const bool waited_long = wait.waited && wait.longest > 0.0 && wait.waited() >= wait.longest;
        return taken_.seconds.size() >= 2 && (waited_long || spent_ >= rule_.max_seconds);
    };
    while (taken_.turns.back() < wanted_now()) {
        const std::optional<double> seconds = sample();
        if (!seconds) {
            if (taken_.turns.back() == 0) taken_.turns.pop_back();
            return end(StopReason::cancelled);
        }
        taken_.seconds.push_back(*seconds);
        ++taken_.turns.back();
        spent_ += *seconds;
        if (too_long()) return end(StopReason::time);
        const bool pilot_too_long = spent_ >= rule_.max_seconds / usual_turns;
        if (!plan_ && (taken_.turns.back() == wanted_now() || pilot_too_long)) {
            const double count = taken_.turns.back();
            StoppingRule rule = rule_;
            if (wait.longest > 0.0 && wait.waited) {
                const double each = std::max((wait.waited() - waited_before) / count, 1e-12);
                rule.max_samples = std::min(rule.max_samples, std::max(2, static_cast<int>(wait.longest / each)));
            }
            plan_ = plan_turns(taken_.seconds, median(taken_.seconds), rule);
            // With fewer samples because they take long, the time is the limit.
            if (rule.max_samples < rule_.max_samples && plan_->limit == StopReason::count)
                plan_->limit = StopReason::time;
        }
    }
    if (static_cast<int>(taken_.turns.size()) >= plan_->turns) end(plan_->limit);
}

void TurnTaker::take_only(double seconds) {
    taken_.seconds = {seconds};
    taken_.turns = {1};
    spent_ = seconds;
    end(StopReason::time);
}

double TurnTaker::share_done() const {
    if (!plan_) return std::min(1.0, spent_ / rule_.max_seconds);
    return std::min(1.0, static_cast<double>(taken_.seconds.size()) / (plan_->turns * plan_->samples));
}

std::vector<double> medians_of_turns(const TurnedSamples& samples) {
    std::vector<double> medians;
    std::size_t first = 0;
    for (const int count : samples.turns) {
        const auto size = static_cast<std::size_t>(count);
        if (size > 0) medians.push_back(median(std::span(samples.seconds).subspan(first, size)));
        first += size;
    }
    return medians;
}

std::optional<Interval> interval_of(const TurnedSamples& samples, double confidence) {
    if (samples.turns.empty()) return median_interval(samples.seconds, confidence);
    auto interval = median_interval(medians_of_turns(samples), confidence);
    if (!interval) return interval;
    const double middle = median(samples.seconds); // the middle of the turns' medians may differ
    return Interval{std::min(interval->low, middle), std::max(interval->high, middle)};
}

std::optional<double> spread_of_turns(const TurnedSamples& samples, int except) {
    std::vector<double> medians = medians_of_turns(samples);
    if (medians.size() < least_turns) return std::nullopt;
    std::ranges::sort(medians);
    const auto left_out = static_cast<std::size_t>(except);
    return (medians[medians.size() - 1 - left_out] - medians[left_out]) / median(medians);
}

std::optional<SpeedChange> speed_change(const TurnedSamples& samples) {
    constexpr double noise = 0.02;
    constexpr std::size_t least = 3; // turns on each side
    const std::vector<double> medians = medians_of_turns(samples);
    std::optional<SpeedChange> found;
    for (std::size_t k = least; k + least <= medians.size(); ++k) {
        const std::span before = std::span(medians).first(k), after = std::span(medians).subspan(k);
        const bool apart =
            std::ranges::max(before) < std::ranges::min(after) || std::ranges::max(after) < std::ranges::min(before);
        const double factor = median(after) / median(before);
        if (!apart || std::abs(std::log(factor)) <= std::log1p(noise)) continue;
        if (!found || std::abs(std::log(factor)) > std::abs(std::log(found->factor)))
            found = SpeedChange{static_cast<int>(k) + 1, factor};
    }
    return found;
}

} // namespace pairscope::profiling
