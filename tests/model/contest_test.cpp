// SPDX-License-Identifier: MIT
// Which two variants are compared, and what is said of it, without a window.
#include "app/model/contest.h"

#include "app/model/schedule.h"
#include "app/model/update.h"
#include "kernels/core/generators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;

State state_with_points() {
    State state;
    state.run.devices = devices();
    state.run.device = state.run.devices.size() - 1; // the CPU
    (void)update(state, command::SetSource{default_settings(Shape::clusters, 100)});
    (void)update(state, command::SelectVariant{"distance_matrix/cpu_naive"});
    return state;
}

event::Compared compared(const State& state, double ratio) {
    profiling::Interleaved found;
    found.a = state.run.variant_id;
    found.b = state.contest.rival;
    found.blocks.assign(20, {1.0, ratio});
    found.ratio = profiling::speed_ratio(found.blocks);
    return {.key = *wanted_contest(state), .outcome = found, .lease = {}};
}

TEST(Contest, needs_a_second_variant) {
    State state = state_with_points();
    EXPECT_FALSE(contest_job(state));
    EXPECT_THAT(contest_sentence(state), HasSubstr("Ctrl"));
    (void)update(state, command::ChooseRival{"distance_matrix/cpu_naive"});
    EXPECT_EQ(rival_of(state), nullptr) << "a variant is no rival of itself";
    (void)update(state, command::ChooseRival{"distance_matrix/cpu_simd"});
    ASSERT_NE(rival_of(state), nullptr);
    ASSERT_TRUE(contest_job(state));
    EXPECT_EQ(std::get<job::Compare>(*contest_job(state)).b->id, "distance_matrix/cpu_simd");
    (void)update(state, command::ChooseRival{"distance_matrix/cpu_simd"});
    EXPECT_EQ(rival_of(state), nullptr) << "the same again lets go";
}

TEST(Contest, is_made_once_and_again_when_the_points_change) {
    State state = state_with_points();
    (void)update(state, command::ChooseRival{"distance_matrix/cpu_simd"});
    apply(state, compared(state, 0.9));
    EXPECT_FALSE(contest_job(state));
    ASSERT_NE(contest_of(state), nullptr);
    EXPECT_THAT(contest_sentence(state), HasSubstr("cpu_simd is faster than cpu_naive"));
    (void)update(state, command::MovePoint{3, 0.5f, 0.5f, true});
    EXPECT_EQ(contest_of(state), nullptr);
    EXPECT_TRUE(contest_job(state));
}

TEST(Contest, the_selected_one_as_rival_of_another_is_none) {
    State state = state_with_points();
    (void)update(state, command::ChooseRival{"distance_matrix/cpu_simd"});
    (void)update(state, command::SelectVariant{"distance_matrix/cpu_simd"});
    EXPECT_EQ(rival_of(state), nullptr);
}

TEST(Contest, a_cancelled_one_is_not_made_again_until_it_is_asked_for) {
    State state = state_with_points();
    (void)update(state, command::ChooseRival{"distance_matrix/cpu_simd"});
    (void)update(state, command::CancelWork{});
    EXPECT_FALSE(contest_job(state));
    EXPECT_THAT(contest_sentence(state), HasSubstr("cancelled"));
    (void)update(state, command::RunAgain{});
    EXPECT_TRUE(contest_job(state));
}

TEST(Contest, simulated_variants_have_no_time_to_compare) {
    State state = state_with_points();
    (void)update(state, command::ChooseRival{"distance_matrix/grid2d"});
    EXPECT_FALSE(contest_job(state));
    EXPECT_THAT(contest_sentence(state), HasSubstr("grid2d is simulated"));
}

TEST(Contest, a_failed_one_says_why) {
    State state = state_with_points();
    (void)update(state, command::ChooseRival{"distance_matrix/cpu_simd"});
    apply(state,
          event::Compared{*wanted_contest(state), profiling::Failed{"distance_matrix/cpu_simd", "no memory"}, {}});
    EXPECT_FALSE(contest_job(state));
    EXPECT_THAT(contest_sentence(state), HasSubstr("cpu_simd failed: no memory"));
}

} // namespace
} // namespace pairscope::app
