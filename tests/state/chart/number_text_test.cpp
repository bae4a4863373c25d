// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"

#include "app/chart/distance_number.h"

#include <limits>

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

TEST(Numbers, three_digits_are_three_significant_ones) {
    EXPECT_EQ(three_digits(0.8351), "0.835");
    EXPECT_EQ(three_digits(16.94), "16.9");
    EXPECT_EQ(three_digits(86.25), "86.2");
    EXPECT_EQ(three_digits(212.4), "212");
    EXPECT_EQ(three_digits(1312.0), "1 310");
    EXPECT_EQ(three_digits(12345678.0), "12 300 000");
    EXPECT_EQ(three_digits(-0.0123456), "-0.0123");
}

TEST(Numbers, what_is_counted_has_no_digits_behind_the_point) {
    EXPECT_EQ(distance_number(31.0, "edits"), "31");
    EXPECT_EQ(distance_number(12345.0, "bits"), "12 345");
    EXPECT_EQ(distance_number(3.25, "edits"), "3.25") << "a mean of counts";
    EXPECT_EQ(distance_number(31.0, "km"), "31.0");
    EXPECT_EQ(distance_number(std::numeric_limits<double>::quiet_NaN(), "bits"),
              three_digits(std::numeric_limits<double>::quiet_NaN()));
}

TEST(Numbers, the_ends_of_a_scale_are_told_apart) {
    EXPECT_EQ(told_apart(0.0, 5.0), std::pair(std::string("0"), std::string("5.00")));
    EXPECT_EQ(told_apart(254.607849, 255.062241), std::pair(std::string("254.6"), std::string("255.1")));
    EXPECT_EQ(told_apart(7.0, 7.0), std::pair(std::string("7.00"), std::string("7.00"))) << "they are equal";
}

TEST(Numbers, rounding_up_to_the_next_power_of_ten_keeps_three_digits) {
    EXPECT_EQ(three_digits(9.996), "10.0");
    EXPECT_EQ(three_digits(0.99996), "1.00");
    EXPECT_EQ(three_digits(999.6), "1 000");
    EXPECT_EQ(three_digits(99960.0), "100 000");
}

TEST(Numbers, what_is_no_number_or_beyond_writing_out_is_said) {
    EXPECT_EQ(three_digits(0.0), "0");
    EXPECT_EQ(three_digits(std::numeric_limits<double>::quiet_NaN()), "nan");
    EXPECT_EQ(three_digits(-std::numeric_limits<double>::infinity()), "-inf");
    EXPECT_EQ(three_digits(1.234e-7), "1.23e-07");
}

TEST(Numbers, digits_stand_in_groups_of_three) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(30336), "30 336");
    EXPECT_EQ(grouped(-1048576), "-1 048 576");
}

TEST(Numbers, units_suit_the_size) {
    EXPECT_EQ(milliseconds(0.000835), "0.835");
    EXPECT_EQ(bandwidth(4.409e12), "4 409 GB/s");
    EXPECT_EQ(bandwidth(27.34e9), "27.3 GB/s");
    EXPECT_EQ(performance(62.1e12), "62.1 TFLOP/s");
    EXPECT_EQ(performance(0.9996e12), "1.00 TFLOP/s");
    EXPECT_EQ(bytes_text(3.681e9), "3.68 GB");
    EXPECT_EQ(bytes_text(512), "512 B");
    EXPECT_EQ(duration_text(0.000835), "835 us");
    EXPECT_EQ(duration_text(12.4), "12.4 s");
}

TEST(Numbers, the_time_of_a_run_is_told_without_powers_of_ten) {
    EXPECT_EQ(time_of_run(0.000835), "0.835 ms");
    EXPECT_EQ(time_of_run(6.25e-8), "62.5 ns");
    EXPECT_EQ(time_of_run(1.5e-7), "0.000150 ms");
    EXPECT_EQ(time_of_run(0.0), "0 ms");
    EXPECT_EQ(time_of_run(0.0008351, 0.0008348, 0.0008353), "0.835 ms ± 0.001");
    EXPECT_EQ(time_of_run(6.25e-8, 6.24e-8, 6.27e-8), "62.5 ns ± 0.2");
    EXPECT_EQ(half_width_of_run(6.25e-8, 6.24e-8, 6.27e-8), "0.2 ns");
    EXPECT_EQ(milliseconds(6.25e-8), "0.0000625") << "in a column whose heading says ms";
}

TEST(Numbers, a_small_share_is_not_nothing) {
    EXPECT_EQ(share_text(0.961), "0.96");
    EXPECT_EQ(share_text(0.04), "0.04");
    EXPECT_EQ(share_text(0.006), "0.01");
    EXPECT_EQ(share_text(0.004), "<0.01");
    EXPECT_EQ(share_text(0.0), "0.00");
    EXPECT_EQ(percent_text(0.9634), "96.3 %");
    EXPECT_EQ(speedup_text(20.14), "20.1x");
}

TEST(Numbers, an_interval_is_rounded_up_to_the_last_digit_of_its_median) {
    EXPECT_EQ(half_width(0.8351, 0.8348, 0.8353), "0.001");
    EXPECT_EQ(half_width(16.9, 16.8, 17.2), "0.3");
    EXPECT_EQ(half_width(16.9, 16.66, 17.0), "0.3");
    EXPECT_EQ(half_width(1312.0, 1305.0, 1314.0), "10");
    EXPECT_EQ(half_width(86.2, 86.2, 86.2), "0.1");
}

} // namespace
} // namespace pairscope::app
