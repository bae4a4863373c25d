// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/time_charts.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

std::vector<SpeedupBar> bars_of(const std::vector<double>& speedups) {
    std::vector<SpeedupBar> bars;
    for (const double speedup : speedups) bars.push_back({"id", "name", speedup, {}});
    return bars;
}

TEST(SpeedupRange, is_logarithmic_where_the_bars_differ_more_than_50_times) {
    bool logarithmic = true;
    EXPECT_EQ(speedup_range(bars_of({1.0, 49.0}), logarithmic).low, 0.0);
    EXPECT_FALSE(logarithmic);
    const AxisRange range = speedup_range(bars_of({1.0, 51.0, 7.0}), logarithmic);
    EXPECT_TRUE(logarithmic);
    EXPECT_GT(range.low, 0.0);
    EXPECT_LT(range.low, 1.0);
    EXPECT_GT(range.high, 51.0);
}

TEST(SamplesAxis, has_room_beyond_the_least_and_the_most) {
    const SamplesAxis axis = samples_axis({2e-3, 1e-3, 1.5e-3});
    EXPECT_FALSE(axis.logarithmic);
    EXPECT_DOUBLE_EQ(axis.milliseconds.low, 0.9);
    EXPECT_DOUBLE_EQ(axis.milliseconds.high, 2.1);
}

TEST(SamplesAxis, of_equal_samples_is_a_percent_wide) {
    const SamplesAxis axis = samples_axis({2e-3, 2e-3});
    EXPECT_DOUBLE_EQ(axis.milliseconds.low, 1.99);
    EXPECT_DOUBLE_EQ(axis.milliseconds.high, 2.01);
}

TEST(SamplesAxis, is_logarithmic_where_one_interruption_would_flatten_the_rest) {
    EXPECT_FALSE(samples_axis({1e-3, 3.9e-3}).logarithmic);
    EXPECT_TRUE(samples_axis({1e-3, 4.1e-3}).logarithmic);
}

} // namespace
} // namespace pairscope::app
