// SPDX-License-Identifier: MIT
#include "profiling/turns.h"
#include "tests/bench/simulated_times.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace pairscope::profiling {
namespace {

constexpr StoppingRule usual{.least_seconds = 0.25};

/// The part of so many runs whose interval holds the median.
double coverage(double true_median, const std::function<double()>& draw) {
    constexpr int runs = 3000;
    int inside = 0;
    for (int i = 0; i < runs; ++i) {
        const auto interval = interval_of(take_simulated(usual, [&](double) { return draw(); }));
        inside += interval && interval->low <= true_median && true_median <= interval->high;
    }
    return static_cast<double>(inside) / runs;
}

TEST(Turns, the_interval_holds_the_median_of_independent_times_in_94_to_97_of_100_runs) {
    std::mt19937 random(11);
    for (const double spread : {0.002, 0.005, 0.01, 0.02, 0.05}) {
        std::normal_distribution<double> normal(1e-3, spread * 1e-3);
        std::lognormal_distribution<double> skewed(std::log(1e-3), 2.0 * spread);
        const double of_normal = coverage(1e-3, [&] { return normal(random); });
        const double of_skewed = coverage(1e-3, [&] { return skewed(random); });
        for (const double share : {of_normal, of_skewed}) {
            EXPECT_GT(share, 0.94) << spread;
            EXPECT_LT(share, 0.975) << spread; // 3000 runs err by 0.35 %
        }
    }
}

TEST(Turns, long_runs_have_an_interval_from_six_samples_on) {
    std::mt19937 random(12);
    std::normal_distribution<double> normal(0.4, 0.004);
    const TurnedSamples six = take_simulated(usual, [&](double) { return normal(random); });
    EXPECT_EQ(six.turns, std::vector<int>(6, 1));
    EXPECT_EQ(six.stopped_by, StopReason::time);
    EXPECT_TRUE(interval_of(six));
    const TurnedSamples two = take_simulated(usual, [&](double) { return 10.0 * normal(random); });
    EXPECT_EQ(two.seconds.size(), 2u) << "one sample is no measurement";
    EXPECT_FALSE(interval_of(two));
}

TEST(Turns, a_step_of_5_percent_in_the_middle_is_told_in_95_of_100_runs) {
    std::mt19937 random(13);
    int told = 0;
    for (int run = 0; run < 1000; ++run) {
        std::normal_distribution<double> normal(1e-3, 1e-5);
        told += speed_change(take_simulated(usual, [&](double share) {
                    return normal(random) * (share < 0.5 ? 1.0 : 1.05);
                })).has_value();
    }
    EXPECT_GE(told, 950);
}

TEST(Turns, an_even_run_is_rarely_said_to_have_changed_its_speed) {
    std::mt19937 random(14);
    int told = 0;
    for (int run = 0; run < 1000; ++run) {
        std::normal_distribution<double> normal(1e-3, 3e-5);
        told += speed_change(take_simulated(usual, [&](double) { return normal(random); })).has_value();
    }
    EXPECT_LE(told, 10);
}

TEST(Turns, a_slow_drift_widens_the_interval) {
    std::mt19937 random(15);
    std::normal_distribution<double> normal(1e-3, 1e-6);
    const TurnedSamples even = take_simulated(usual, [&](double) { return normal(random); });
    const TurnedSamples drifting =
        take_simulated(usual, [&](double share) { return normal(random) * (1.0 + 0.04 * share); });
    const auto width = [](const TurnedSamples& samples) {
        return interval_of(samples)->high - interval_of(samples)->low;
    };
    EXPECT_LT(width(even), 2e-6);
    EXPECT_GT(width(drifting), 1.5e-5);
    EXPECT_NEAR(*spread_of_turns(drifting), 0.036, 0.004);
}

TEST(Turns, the_median_is_always_within_its_interval) {
    std::mt19937 random(16);
    for (int run = 0; run < 300; ++run) {
        // Two speeds that take turns at random: the median of all samples need not be one of the medians of turns.
        std::bernoulli_distribution slow(0.5);
        const TurnedSamples samples = take_simulated(usual, [&](double) { return slow(random) ? 1.3e-3 : 1e-3; });
        const auto interval = interval_of(samples);
        ASSERT_TRUE(interval);
        EXPECT_LE(interval->low, median(samples.seconds));
        EXPECT_GE(interval->high, median(samples.seconds));
    }
}

TEST(Turns, a_plan_keeps_the_limits_of_the_rule) {
    for (const double seconds : {1e-7, 1e-5, 1e-3, 0.03, 0.2, 0.7, 2.0, 50.0})
        for (const int most : {1, 2, 5, 6, 11, 12, 100, 2000}) {
            StoppingRule rule = usual;
            rule.max_samples = most;
            rule.relative_interval = 0.0;
            const TurnedSamples taken = take_simulated(rule, [&](double) { return seconds; });
            EXPECT_LE(taken.seconds.size(), std::size_t(std::max(most, 1))) << seconds << ' ' << most;
            const double spent = seconds * static_cast<double>(taken.seconds.size());
            EXPECT_LE(spent, std::max(rule.max_seconds, 2.0 * seconds)) << seconds << ' ' << most;
            EXPECT_EQ(std::reduce(taken.turns.begin(), taken.turns.end()), int(taken.seconds.size()));
            EXPECT_NE(taken.stopped_by, StopReason::cancelled);
        }
}

TEST(Turns, a_stopped_turn_keeps_its_samples) {
    TurnTaker taker(usual);
    int left = 4;
    taker.take_turn([&]() -> std::optional<double> { return left-- > 0 ? std::optional(1e-3) : std::nullopt; }, {});
    EXPECT_TRUE(taker.done());
    EXPECT_EQ(taker.taken().stopped_by, StopReason::cancelled);
    EXPECT_EQ(taker.taken().turns, std::vector<int>{4});
}

TEST(Turns, samples_in_a_row_have_the_interval_of_their_order) {
    TurnedSamples row{.seconds = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, .turns = {}};
    const auto interval = interval_of(row);
    ASSERT_TRUE(interval);
    EXPECT_EQ(interval->low, median_interval(row.seconds)->low);
    EXPECT_FALSE(spread_of_turns(row));
    EXPECT_FALSE(speed_change(row));
    row.turns.assign(10, 1);
    EXPECT_NEAR(*spread_of_turns(row), 9 / 5.5, 1e-12);
    EXPECT_NEAR(*spread_of_turns(row, 1), 7 / 5.5, 1e-12);
}

} // namespace
} // namespace pairscope::profiling
