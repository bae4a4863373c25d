// SPDX-License-Identifier: MIT
#include "profiling/roofline.h"

#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

Measurement thousand_points_in(double seconds) {
    Measurement m;
    m.workload = {.kind = WorkloadKind::distance_matrix, .rows = 1000, .cols = 1000, .dims = 2};
    m.seconds = {seconds, seconds, 10 * seconds};
    m.predicted_bytes = 8.0e6;
    return m;
}

TEST(Roofline, is_the_lower_of_slope_and_ceiling) {
    EXPECT_EQ(attainable(0.5, 100.0, 1000.0), 50.0);
    EXPECT_EQ(attainable(50.0, 100.0, 1000.0), 1000.0);
    EXPECT_EQ(attainable(10.0, 100.0, 1000.0), 1000.0);
}

TEST(Roofline, places_a_measurement_by_its_predicted_bytes) {
    const RooflinePoint point = place(thousand_points_in(1e-3));
    EXPECT_DOUBLE_EQ(point.intensity, 6.0e6 / 8.0e6);
    EXPECT_DOUBLE_EQ(point.performance, 6.0e9);
    EXPECT_EQ(point.bytes, Provenance::model);
}

TEST(Measurement, derives_its_figures_from_the_median) {
    Measurement m = thousand_points_in(1e-3);
    EXPECT_EQ(seconds_of(m), 1e-3);
    EXPECT_DOUBLE_EQ(nanoseconds_per_pair(m), 1.0);
    EXPECT_DOUBLE_EQ(compulsory_bandwidth(m), 4.008e9);
    m.entry = Entry::float16;
    EXPECT_DOUBLE_EQ(compulsory_bandwidth(m), 2.008e9);
    EXPECT_DOUBLE_EQ(flops_per_second(m), 6.0e9);
}

TEST(Roofline, gives_no_share_of_a_ceiling_that_was_not_measured) {
    const Measurement m = thousand_points_in(1e-3);
    Ceilings ceilings;
    EXPECT_FALSE(share_of_fill(m, ceilings));
    ceilings.fill = Ceiling{8.016e9, 10, "made in a test"};
    EXPECT_DOUBLE_EQ(share_of_fill(m, ceilings).value(), 0.5);
}

TEST(Roofline, knows_a_run_that_no_fill_could_be) {
    const Measurement m = thousand_points_in(1e-3); // 4.008 GB/s
    Ceilings ceilings;
    EXPECT_FALSE(beats_the_fill(m, ceilings)) << "without a ceiling nobody can say";
    ceilings.fill = Ceiling{3.9e9, 10, "made in a test"};
    EXPECT_FALSE(beats_the_fill(m, ceilings)) << "within 5 %";
    ceilings.fill->value = 3.5e9;
    EXPECT_TRUE(beats_the_fill(m, ceilings));
}

TEST(Ceilings, of_two_measurements_each_better_figure_is_kept) {
    Ceilings before, now;
    before.fill = Ceiling{5.0, 1, "before"};
    before.fma = Ceiling{7.0, 1, "before"};
    now.fill = Ceiling{6.0, 1, "now"};
    now.read = Ceiling{1.0, 1, "now"};
    const Ceilings kept = better_of(now, before);
    EXPECT_EQ(kept.fill->value, 6.0);
    EXPECT_EQ(kept.fma->value, 7.0);
    EXPECT_EQ(kept.read->value, 1.0);
    EXPECT_FALSE(kept.copy);
}

} // namespace
} // namespace pairscope::profiling
