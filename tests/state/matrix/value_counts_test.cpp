// SPDX-License-Identifier: MIT
// The histogram over the colour bar, and the entries on each side of a threshold.
#include "app/subjects/matrix/value_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace pairscope::app {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::HasSubstr;

MatrixSummary summary_of(std::vector<float> ascending) {
    MatrixSummary summary;
    summary.min = ascending.front();
    summary.max = ascending.back();
    summary.sample = std::move(ascending);
    return summary;
}

Colouring colouring_from(float low, float high, Transform transform = Transform::linear) {
    Colouring colouring;
    colouring.range = {low, high};
    colouring.transform = transform;
    return colouring;
}

TEST(value_histogram, counts_both_ends_of_the_scale_and_nothing_outside) {
    const MatrixSummary summary = summary_of({-5.0f, 0.0f, 1.0f, 1.5f, 2.0f, 4.0f, 4.0f, 9.0f});
    EXPECT_THAT(value_histogram(summary, colouring_from(0.0f, 4.0f), 4),
                ElementsAre(DoubleEq(1.0 / 8), DoubleEq(2.0 / 8), DoubleEq(1.0 / 8), DoubleEq(2.0 / 8)));
}

TEST(value_histogram, has_equal_parts_of_the_scale_whatever_its_transform) {
    std::vector<float> ascending(1000);
    std::iota(ascending.begin(), ascending.end(), 0.0f);
    const auto shares = value_histogram(summary_of(ascending), colouring_from(0.0f, 999.0f, Transform::square_root), 2);
    EXPECT_NEAR(shares[0], 0.25, 0.002) << "the lower half of the root is the lowest quarter of the values";
    EXPECT_NEAR(shares[0] + shares[1], 1.0, 1e-12);
}

TEST(value_histogram, of_one_value_is_empty) {
    EXPECT_THAT(value_histogram(summary_of({3.0f, 3.0f}), colouring_from(3.0f, 3.0f), 2), ElementsAre(0.0, 0.0));
}

TEST(count_kept, is_exact_where_the_sample_has_every_entry) {
    MatrixSummary summary = summary_of({0.0f, 0.0f, 1.0f, 2.0f, 2.0f});
    summary.nan_count = 3;
    summary.infinite_count = 1;
    const ThresholdCount count = count_kept(summary, {3, 3}, {.threshold = 1.0f, .above = true});
    EXPECT_TRUE(count.is_exact);
    EXPECT_EQ(count.entries, 5);
    EXPECT_EQ(count.kept, 3.0) << "the threshold itself is not dimmed";
    EXPECT_EQ(count_kept(summary, {3, 3}, {.threshold = 1.0f, .above = false}).kept, 3.0);
    EXPECT_EQ(threshold_words(count, {.threshold = 1.0f, .above = true}, "km"),
              "3 of 5 entries (60.0 %) are at most 1 km");
}

TEST(count_kept, is_an_estimate_of_a_larger_matrix_and_says_so) {
    const MatrixSummary summary = summary_of({0.0f, 1.0f, 2.0f, 3.0f});
    const Dimming dimming{.threshold = 2.5f, .above = false};
    const ThresholdCount count = count_kept(summary, {1000, 1000}, dimming);
    EXPECT_FALSE(count.is_exact);
    EXPECT_EQ(count.kept, 250'000.0);
    EXPECT_THAT(threshold_words(count, dimming, ""),
                HasSubstr("about 250 000 of 1 000 000 entries (25.0 %) are at least 2.5"));
}

} // namespace
} // namespace pairscope::app
