// SPDX-License-Identifier: MIT
#include "kernels/data/shapes/pcg32.h"
#include "profiling/comparing/speed_ratio.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <vector>

namespace pairscope::profiling {
namespace {

using ::testing::HasSubstr;

/// Times of two variants on a machine that slows down over the rounds, with noise of `noise`.
std::vector<AbbaRound> drifting_rounds(int count, double ratio, double noise, std::uint64_t seed) {
    Pcg32 random(seed);
    const auto run = [&](double seconds) { return seconds * (1.0 + noise * normal_point(random).x); };
    std::vector<AbbaRound> rounds;
    for (int i = 0; i < count; ++i) {
        const double slow = 1.0 + 0.01 * i; // how slow the machine is in this round
        rounds.push_back({(run(slow) + run(slow)) / 2, (run(slow * ratio) + run(slow * ratio)) / 2});
    }
    return rounds;
}

TEST(SpeedRatio, of_very_many_samples_has_an_interval_that_shrinks_and_is_soon_there) {
    const auto samples = [](int count, double middle, std::uint64_t seed) {
        Pcg32 random(seed);
        TurnedSamples found;
        for (int i = 0; i < count; ++i) found.seconds.push_back(middle * (1.0 + 0.1 * normal_point(random).x));
        return found;
    };
    const auto width = [&](int count) {
        const auto [low, high] = speed_ratio(samples(count, 1.0, 1), samples(count, 2.0, 2)).interval.value();
        EXPECT_TRUE(low < 2.0 * 1.01 && high > 2.0 * 0.99);
        constexpr double allowed = (1.0 + repeatability) * (1.0 + repeatability); // whatever the number of samples
        return high / allowed - low * allowed;
    };
    EXPECT_NEAR(width(5'001) / width(5'000), 1.0, 0.1);
    const std::clock_t start = std::clock();
    EXPECT_NEAR(width(500'000) / width(5'001), 0.1, 0.02);
    EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 5.0);
}

TEST(SpeedRatio, holds_the_true_ratio_as_often_as_it_says) {
    constexpr double truth = 0.97;
    int inside = 0;
    double width = 0.0;
    constexpr int experiments = 300;
    for (int i = 0; i < experiments; ++i) {
        const Interval found = *speed_ratio(drifting_rounds(40, truth, 0.02, std::uint64_t(i) + 1)).interval;
        inside += found.low <= truth && truth <= found.high ? 1 : 0;
        width += (found.high - found.low) / experiments;
    }
    EXPECT_GE(inside, experiments * 97 / 100); // 99 % are promised; 97 % is 3.5 standard deviations below
    // The median of 40 rounds whose ratios scatter by 0.02 has a standard deviation of 0.004.
    EXPECT_LT(width, 2 * 2.58 * 0.004 * 1.3) << "an interval that is too wide holds the truth as well";
}

TEST(SpeedRatio, a_drift_of_the_machine_does_not_decide) {
    const SpeedRatio same = speed_ratio(drifting_rounds(60, 1.0, 0.005, 7));
    EXPECT_EQ(verdict_of(same), Verdict::cannot_tell);
    const SpeedRatio faster = speed_ratio(drifting_rounds(60, 0.98, 0.005, 7));
    EXPECT_EQ(verdict_of(faster), Verdict::faster);
    EXPECT_NEAR(faster.value, 0.98, 0.003);
    EXPECT_EQ(verdict_of(speed_ratio(drifting_rounds(60, 1.02, 0.005, 7))), Verdict::slower);
}

TEST(SpeedRatio, the_same_samples_give_the_same_interval) {
    const auto rounds = drifting_rounds(30, 1.1, 0.05, 3);
    EXPECT_EQ(speed_ratio(rounds).interval->low, speed_ratio(rounds).interval->low);
    EXPECT_EQ(speed_ratio(rounds).interval->high, speed_ratio(rounds).interval->high);
}

TEST(SpeedRatio, of_samples_taken_apart_compares_their_medians) {
    Pcg32 random(5);
    std::vector<double> a, b;
    for (int i = 0; i < 50; ++i) a.push_back(2.0 + 0.01 * normal_point(random).x);
    for (int i = 0; i < 80; ++i) b.push_back(1.0 + 0.01 * normal_point(random).x);
    const SpeedRatio ratio = speed_ratio(TurnedSamples{.seconds = a}, TurnedSamples{.seconds = b});
    EXPECT_NEAR(ratio.value, 0.5, 0.005);
    EXPECT_LT(ratio.interval->low, 0.5);
    EXPECT_GT(ratio.interval->high, ratio.interval->low);
}

TEST(SpeedRatio, of_samples_taken_apart_has_the_interval_of_the_extremes_of_ten_samples_each) {
    std::vector<double> a, b; // the median of ten samples lies between the least and the largest in 99.8 % of cases
    for (int i = 0; i < 10; ++i) a.push_back(4.0 + i);
    for (int i = 0; i < 10; ++i) b.push_back(2.0 + 0.5 * i);
    const Interval found = speed_ratio(TurnedSamples{.seconds = a}, TurnedSamples{.seconds = b}).interval.value();
    EXPECT_NEAR(found.low, 2.0 / 13.0 / 1.01, 1e-5); // each of the two may be wrong by 0.5 %
    EXPECT_NEAR(found.high, 6.5 / 4.0 * 1.01, 1e-4);
}

TEST(SpeedRatio, of_samples_taken_apart_does_not_decide_about_what_quiet_runs_differ_by) {
    const std::vector<double> a(50, 1.0);
    const auto against = [&a](double seconds) {
        const std::vector<double> b(50, seconds);
        return verdict_of(speed_ratio(TurnedSamples{.seconds = a}, TurnedSamples{.seconds = b}));
    };
    EXPECT_EQ(against(1.008), Verdict::cannot_tell);
    EXPECT_EQ(against(0.993), Verdict::cannot_tell);
    EXPECT_EQ(against(1.012), Verdict::slower);
    EXPECT_EQ(against(0.988), Verdict::faster);
}

TEST(SpeedRatio, fewer_than_ten_rounds_decide_nothing_and_say_how_many_there_were) {
    for (int count = 1; count <= 10; ++count) {
        const SpeedRatio ratio = speed_ratio(std::vector<AbbaRound>(std::size_t(count), {1.0, 2.0}));
        EXPECT_EQ(ratio.value, 2.0);
        EXPECT_EQ(verdict_of(ratio), count < 10 ? Verdict::too_few : Verdict::slower) << count;
        EXPECT_EQ(ratio.interval.has_value(), count == 10) << count;
    }
    EXPECT_EQ(in_words(speed_ratio(std::vector<AbbaRound>(4, {1.0, 2.0})), "a", "b"),
              "No verdict: 4 rounds were measured, but 10 are needed");
}

TEST(SpeedRatio, an_interval_that_only_touches_1_decides_nothing) {
    EXPECT_EQ(verdict_of({.interval = Interval{1.0, 1.2}}), Verdict::cannot_tell);
    EXPECT_EQ(verdict_of({.interval = Interval{0.8, 1.0}}), Verdict::cannot_tell);
}

TEST(SpeedRatio, fewer_than_ten_samples_of_one_of_the_two_decide_nothing) {
    const TurnedSamples one{.seconds = {2.0}}, nine{.seconds = std::vector<double>(9, 2.0)},
        ten{.seconds = std::vector<double>(10, 2.0)}, many{.seconds = std::vector<double>(50, 1.0)};
    EXPECT_EQ(verdict_of(speed_ratio(one, many)), Verdict::too_few);
    EXPECT_EQ(why_no_verdict(speed_ratio(one, many)), "No verdict: 1 sample was measured, but 10 are needed");
    EXPECT_EQ(why_no_verdict(speed_ratio(many, nine)), "No verdict: 9 samples were measured, but 10 are needed");
    EXPECT_EQ(verdict_of(speed_ratio(many, ten)), Verdict::slower);
    EXPECT_TRUE(why_no_verdict(speed_ratio(many, many)).empty());
}

TEST(SpeedRatio, is_told_in_words) {
    const auto between = [](double low, double high) { return SpeedRatio{.interval = Interval{low, high}}; };
    EXPECT_EQ(in_words(between(0.966, 0.969), "a", "b"), "b is faster than a: it takes 3.1 to 3.4 % less time");
    EXPECT_EQ(in_words(between(0.9975, 2.83), "a", "b"),
              "Cannot tell which is faster: b takes between 0.25 % less and 180 % more time than a");
    EXPECT_EQ(in_words(between(0.95, 1.096), "a", "b"),
              "Cannot tell which is faster: b takes between 5 % less and 9.6 % more time than a");
    EXPECT_EQ(in_words(between(1.24, 1.26), "a", "b"), "b is slower than a: it takes 24 to 26 % more time");
    EXPECT_EQ(in_words(between(1.003, 1.014), "a", "b"), "b is slower than a: it takes 0.3 to 1.4 % more time");
    EXPECT_EQ(in_words(between(0.0990, 0.1020), "a", "b"), "b is 9.8 to 10.1 times as fast as a");
    EXPECT_EQ(in_words(between(2.9, 3.1), "a", "b"), "b takes 2.9 to 3.1 times as long as a");
    EXPECT_THAT(in_words(between(0.996, 1.003), "a", "b"), HasSubstr("Cannot tell"));
    EXPECT_THAT(in_words(between(0.996, 1.003), "a", "b"), HasSubstr("0.4 % less and 0.3 % more"));
}

} // namespace
} // namespace pairscope::profiling
