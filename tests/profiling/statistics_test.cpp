// SPDX-License-Identifier: MIT
#include "profiling/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace pairscope::profiling {
namespace {

TEST(Median, is_the_middle_or_the_mean_of_the_middle_two) {
    EXPECT_EQ(median(std::vector{5.0}), 5.0);
    EXPECT_EQ(median(std::vector{9.0, 1.0}), 5.0);
    EXPECT_EQ(median(std::vector{9.0, 1.0, 2.0}), 2.0);
    EXPECT_EQ(median(std::vector{4.0, 9.0, 1.0, 2.0}), 3.0);
}

TEST(Median, leaves_its_samples_in_their_order) {
    const std::vector<double> samples{3.0, 1.0, 2.0};
    const std::vector<double> before = samples;
    (void)median(samples);
    (void)median_interval(samples);
    EXPECT_EQ(samples, before);
}

TEST(MedianInterval, is_absent_below_six_samples) {
    EXPECT_FALSE(median_interval(std::vector{1.0, 2.0, 3.0, 4.0, 5.0}));
    EXPECT_FALSE(median_interval({}));
}

/// The ranks of the published tables for the median's 95 % interval (Conover; Hollander and Wolfe).
TEST(MedianInterval, takes_the_order_statistics_of_the_tables) {
    struct Row {
        int n;
        double low, high;
    };
    for (const Row& row : {Row{6, 1, 6}, Row{8, 1, 8}, Row{9, 2, 8}, Row{10, 2, 9}, Row{15, 4, 12}, Row{20, 6, 15},
                           Row{25, 8, 18}, Row{30, 10, 21}, Row{50, 18, 33}, Row{100, 40, 61}}) {
        std::vector<double> samples;
        for (int i = row.n; i > 0; --i) samples.push_back(i);
        const auto interval = median_interval(samples);
        ASSERT_TRUE(interval) << row.n;
        EXPECT_EQ(interval->low, row.low) << row.n;
        EXPECT_EQ(interval->high, row.high) << row.n;
    }
}

TEST(MedianInterval, is_the_same_whatever_the_order_of_the_samples) {
    std::mt19937 random(3);
    for (const int n : {8, 12, 20, 41, 1000}) {
        std::vector<double> samples;
        for (int i = 1; i <= n; ++i) samples.push_back(i);
        const auto sorted = median_interval(samples);
        for (int trial = 0; trial < 50; ++trial) {
            std::shuffle(samples.begin(), samples.end(), random);
            const auto shuffled = median_interval(samples);
            ASSERT_EQ(shuffled->low, sorted->low) << n;
            ASSERT_EQ(shuffled->high, sorted->high) << n;
            ASSERT_LE(shuffled->low, median(samples)) << n;
        }
    }
}

/// How often the interval of `n` draws holds the true median.
template <class Draw> double coverage(int n, double true_median, Draw draw) {
    constexpr int trials = 4000;
    int held = 0;
    for (int trial = 0; trial < trials; ++trial) {
        std::vector<double> samples;
        for (int i = 0; i < n; ++i) samples.push_back(draw());
        const auto interval = median_interval(samples);
        held += interval && interval->low <= true_median && true_median <= interval->high;
    }
    return static_cast<double>(held) / trials;
}

TEST(MedianInterval, holds_the_median_of_known_distributions_in_95_of_100_cases) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal(10.0, 2.0);
    std::exponential_distribution<double> exponential(1.0);
    std::cauchy_distribution<double> cauchy(3.0, 1.0);
    for (const int n : {6, 20, 51, 200}) {
        // At least 95 %, and at most what the coarsest steps of the binomial distribution give; 4000 trials err by 0.4
        // %.
        const auto check = [n](double share) {
            EXPECT_GT(share, 0.94) << n;
            EXPECT_LT(share, 0.985) << n;
        };
        check(coverage(n, 10.0, [&] { return normal(random); }));
        check(coverage(n, std::numbers::ln2, [&] { return exponential(random); }));
        check(coverage(n, 3.0, [&] { return cauchy(random); }));
    }
}

TEST(MedianInterval, works_for_thousands_of_samples) {
    std::vector<double> samples(5000);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<double>(i);
    const auto interval = median_interval(samples);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->low, 2500 - 0.98 * std::sqrt(5000.0), 2); // the normal approximation
    EXPECT_NEAR(interval->high, 2500 + 0.98 * std::sqrt(5000.0), 2);
}

TEST(StopReason, stops_when_the_interval_is_narrow) {
    const StoppingRule rule{.min_samples = 20, .max_samples = 100, .relative_interval = 0.01, .max_seconds = 1e9};
    EXPECT_FALSE(stop_reason(std::vector<double>(19, 1.0), rule));
    EXPECT_EQ(stop_reason(std::vector<double>(20, 1.0), rule), StopReason::interval);
    const auto of_two_values = [](double difference) {
        std::vector<double> samples;
        for (int i = 0; i < 20; ++i) samples.push_back(1.0 + difference * (i % 2));
        return samples;
    };
    EXPECT_EQ(stop_reason(of_two_values(0.009), rule), StopReason::interval);
    EXPECT_FALSE(stop_reason(of_two_values(0.015), rule));
    EXPECT_FALSE(stop_reason(of_two_values(0.1), rule));
}

TEST(StopReason, stops_after_enough_samples_or_enough_time) {
    const StoppingRule rule{.min_samples = 20, .max_samples = 30, .relative_interval = 0.0, .max_seconds = 10.0};
    std::vector<double> samples;
    for (int i = 0; i < 30; ++i) samples.push_back(0.01 * (1 + i));
    EXPECT_EQ(stop_reason(samples, rule), StopReason::count);
    EXPECT_EQ(stop_reason(std::vector{6.0, 6.5}, rule), StopReason::time);
    EXPECT_FALSE(stop_reason(std::vector{60.0}, rule)) << "one sample is no measurement";
    EXPECT_FALSE(stop_reason({}, rule));
}

} // namespace
} // namespace pairscope::profiling
