// SPDX-License-Identifier: MIT
#include "app/state/device_ceilings.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using profiling::CeilingKind;

profiling::Ceilings figures(CeilingKind kind, double value) {
    profiling::Ceilings ceilings;
    add(ceilings, {.kind = kind, .value = value, .samples = 1, .how = "for the test"});
    return ceilings;
}

double value_of(const DeviceCeilings& known, CeilingKind kind) { return find(*known.figures, kind)->value; }

TEST(DeviceCeilings, that_are_unknown_are_measured_the_essential_ones_first) {
    DeviceCeilings known;
    EXPECT_TRUE(lack_essential(known));
    EXPECT_FALSE(lack_others(known)) << "they follow the essential ones";
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    EXPECT_FALSE(lack_essential(known));
    EXPECT_TRUE(lack_others(known));
    take_measured(known, figures(CeilingKind::read, 7.0), true);
    EXPECT_FALSE(lack_essential(known));
    EXPECT_FALSE(lack_others(known));
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
    EXPECT_EQ(value_of(known, CeilingKind::read), 7.0);
}

TEST(DeviceCeilings, of_an_earlier_session_are_measured_again_and_replaced_even_by_lower_figures) {
    DeviceCeilings known{.figures = figures(CeilingKind::fill, 9.0), .stored = true};
    EXPECT_EQ(measured_now(known), nullptr);
    EXPECT_TRUE(lack_essential(known));
    EXPECT_FALSE(lack_others(known));
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    ASSERT_NE(measured_now(known), nullptr);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
}

TEST(DeviceCeilings, of_an_earlier_session_stay_when_measuring_fails) {
    DeviceCeilings known{.figures = figures(CeilingKind::fill, 9.0), .stored = true};
    take_failure(known, "there is no memory", false);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 9.0);
    EXPECT_TRUE(known.stored);
    EXPECT_FALSE(lack_essential(known)) << "a failure is not tried again";
}

TEST(DeviceCeilings, that_are_doubted_are_measured_again_twice_and_the_better_figure_stays) {
    DeviceCeilings known;
    for (const double value : {5.0, 8.0, 6.0}) {
        EXPECT_TRUE(lack_essential(known)) << value;
        take_measured(known, figures(CeilingKind::fill, value), false);
        doubt(known);
    }
    EXPECT_FALSE(lack_essential(known)) << "then they are believed";
    EXPECT_EQ(value_of(known, CeilingKind::fill), 8.0);
}

TEST(DeviceCeilings, keep_their_figures_when_they_are_doubted_and_measuring_fails) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    doubt(known);
    take_failure(known, "there is no memory", false);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
    EXPECT_FALSE(lack_essential(known));
    EXPECT_TRUE(lack_others(known));
}

TEST(DeviceCeilings, the_others_that_fail_are_not_tried_again_and_are_no_failure_of_the_essential_ones) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    take_failure(known, "there is no memory", true);
    EXPECT_FALSE(lack_others(known));
    EXPECT_TRUE(known.failure.empty());
}

TEST(DeviceCeilings, that_somebody_asks_for_are_measured_anew_and_may_be_doubted_again) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 9.0), false);
    take_measured(known, figures(CeilingKind::read, 9.0), true);
    for (int i = 0; i < 3; ++i) doubt(known);
    take_failure(known, "there is no memory", false);
    measure_anew(known);
    EXPECT_FALSE(known.figures);
    EXPECT_TRUE(lack_essential(known));
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
    EXPECT_TRUE(lack_others(known));
    doubt(known);
    EXPECT_TRUE(lack_essential(known));
}

TEST(DeviceCeilings, whose_others_arrive_after_somebody_asked_anew_still_lack_the_essential_ones) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 9.0), false);
    measure_anew(known);
    take_measured(known, figures(CeilingKind::read, 9.0), true); // was on its way
    EXPECT_TRUE(lack_essential(known));
}

} // namespace
} // namespace pairscope::app
