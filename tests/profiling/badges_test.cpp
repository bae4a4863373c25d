// SPDX-License-Identifier: MIT
#include "profiling/badges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::profiling {
namespace {

Measurement measured() {
    Measurement m;
    m.workload = {.type = "distance_matrix", .rows = 4096, .cols = 4096, .dims = 2};
    m.device.cache_bytes = 1 << 20;
    m.seconds = {1e-3, 1.01e-3, 0.99e-3};
    return m;
}

const Badge* find(const std::vector<Badge>& badges, BadgeKind kind) {
    const auto found = std::ranges::find(badges, kind, &Badge::kind);
    return found == badges.end() ? nullptr : &*found;
}

TEST(Badges, an_ordinary_run_says_only_what_the_caches_held) {
    const auto badges = badges_of(measured());
    ASSERT_EQ(badges.size(), 1u);
    EXPECT_EQ(badges[0].kind, BadgeKind::caches);
    EXPECT_FALSE(badges[0].warning);
}

TEST(Badges, each_condition_has_its_own) {
    Measurement m = measured();
    m.caches = CacheState::cold;
    m.device.cache_bytes = 1 << 28;
    m.launches = 7;
    m.conditions.emplace();
    m.conditions->clock = 1.6e9;
    m.conditions->highest_clock = 1.98e9;
    m.conditions->slowed_by = {"power cap"};
    m.conditions->drew_the_screen = true;
    m.counters = Counters{.chip = "GH100", .passes = 3, .counts = {}};
    m.activity_seconds = {2e-3};
    const auto badges = badges_of(m);
    EXPECT_EQ(find(badges, BadgeKind::caches)->word, "cold caches");
    EXPECT_TRUE(find(badges, BadgeKind::fits_in_cache)->warning);
    EXPECT_THAT(
        find(badges, BadgeKind::fits_in_cache)->sentence,
        testing::HasSubstr("If memory limits the run, its useful fraction can therefore exceed 1. If arithmetic "
                           "limits it, nothing changes."));
    EXPECT_EQ(find(badges, BadgeKind::short_kernel)->word, "7 launches per run");
    EXPECT_EQ(find(badges, BadgeKind::slowed_down)->word, "slowed by power cap");
    EXPECT_EQ(find(badges, BadgeKind::clock_dropped)->word, "1600 MHz");
    EXPECT_EQ(find(badges, BadgeKind::replayed)->word, "3 passes");
    EXPECT_NE(find(badges, BadgeKind::display), nullptr);
    EXPECT_TRUE(find(badges, BadgeKind::timers_disagree)->warning);
}

TEST(Badges, a_change_of_speed_and_uneven_turns_warn) {
    Measurement m = measured();
    const auto with_medians = [&](std::vector<double> seconds) {
        m.turns.assign(seconds.size(), 1);
        m.seconds = std::move(seconds);
        return badges_of(m);
    };
    auto badges = with_medians({1.0, 1.01, 1.0, 1.0, 1.05, 1.06, 1.05, 1.05});
    ASSERT_NE(find(badges, BadgeKind::speed_changed), nullptr);
    EXPECT_THAT(find(badges, BadgeKind::speed_changed)->sentence, testing::HasSubstr("From turn 5 on"));
    EXPECT_THAT(find(badges, BadgeKind::speed_changed)->sentence, testing::HasSubstr("5 % more time"));
    EXPECT_EQ(find(badges, BadgeKind::uneven_turns), nullptr);
    badges = with_medians({1.0, 1.2, 1.0, 1.0, 1.2, 1.0, 1.0, 1.2});
    EXPECT_EQ(find(badges, BadgeKind::speed_changed), nullptr);
    ASSERT_NE(find(badges, BadgeKind::uneven_turns), nullptr);
    EXPECT_TRUE(find(badges, BadgeKind::uneven_turns)->warning);
    EXPECT_THAT(warnings_of(m), testing::ElementsAre("uneven turns"));
    EXPECT_TRUE(with_medians({1.0, 1.01, 1.0, 0.99, 1.0, 1.0}).size() == 1);
    EXPECT_EQ(find(with_medians({1.0, 1.4, 1.0, 1.0, 0.8, 1.0, 1.0, 1.0}), BadgeKind::uneven_turns), nullptr)
        << "one disturbed turn at each end does not move the interval";
}

TEST(Intervals, of_measurements_are_never_narrower_than_what_quiet_runs_differ_by) {
    Measurement m = measured();
    m.seconds.assign(24, 1e-3);
    m.turns.assign(12, 2);
    const auto same = interval_of(m);
    ASSERT_TRUE(same);
    EXPECT_DOUBLE_EQ(same->low, 0.995e-3);
    EXPECT_DOUBLE_EQ(same->high, 1.005e-3);
    for (std::size_t i = 0; i < m.seconds.size(); ++i) m.seconds[i] = 1e-3 * (1.0 + 0.01 * double(i / 2));
    const auto wide = interval_of(m);
    EXPECT_DOUBLE_EQ(wide->low, 1.02e-3);
    EXPECT_DOUBLE_EQ(wide->high, 1.09e-3);
}

TEST(Badges, a_slow_clock_has_the_reasons_of_the_driver) {
    Measurement m = measured();
    m.conditions.emplace();
    m.conditions->slowed_by = {"heat"};
    EXPECT_EQ(find(badges_of(m), BadgeKind::slowed_down)->sentence,
              "While the variant was timed, the driver lowered the clock and gave the reason \"heat\".");
    m.conditions->slowed_by.emplace_back("power cap");
    EXPECT_EQ(
        find(badges_of(m), BadgeKind::slowed_down)->sentence,
        "While the variant was timed, the driver lowered the clock and gave the reasons \"heat\" and \"power cap\".");
}

TEST(Badges, a_reason_without_a_lower_clock_does_not_warn) {
    Measurement m = measured();
    m.conditions.emplace();
    m.conditions->slowed_by = {"power cap"};
    m.conditions->highest_clock = 1.98e9;
    m.conditions->clock = 1.965e9;
    EXPECT_EQ(find(badges_of(m), BadgeKind::slowed_down), nullptr);
    m.conditions->clock = 1.7e9;
    EXPECT_NE(find(badges_of(m), BadgeKind::slowed_down), nullptr);
}

TEST(Badges, what_is_not_known_is_not_said) {
    Measurement m = measured();
    m.device.cache_bytes = 0;
    m.conditions = Conditions{};
    EXPECT_EQ(badges_of(m).size(), 1u);
}

TEST(Badges, a_matrix_as_large_as_the_cache_does_not_fit) {
    Measurement m = measured();
    const std::int64_t bytes = 4096 * 4096 * 4 + 4096 * 8; // the matrix and the points
    m.device.cache_bytes = bytes;
    EXPECT_EQ(find(badges_of(m), BadgeKind::fits_in_cache), nullptr);
    m.device.cache_bytes = bytes + 1;
    EXPECT_NE(find(badges_of(m), BadgeKind::fits_in_cache), nullptr);
}

TEST(Badges, a_clock_has_dropped_when_it_is_more_than_3_percent_below_its_highest) {
    Measurement m = measured();
    m.conditions.emplace();
    m.conditions->highest_clock = 2.0e9;
    m.conditions->clock = 1.95e9;
    EXPECT_EQ(find(badges_of(m), BadgeKind::clock_dropped), nullptr);
    m.conditions->clock = 1.93e9;
    EXPECT_NE(find(badges_of(m), BadgeKind::clock_dropped), nullptr);
}

TEST(Badges, a_busy_machine_is_told_from_a_tenth_of_its_time_on) {
    Measurement m = measured();
    m.conditions = Conditions{.other_load = 0.09};
    EXPECT_EQ(find(badges_of(m), BadgeKind::other_load), nullptr);
    m.conditions->other_load = 0.42;
    const std::vector<Badge> badges = badges_of(m);
    const Badge* badge = find(badges, BadgeKind::other_load);
    ASSERT_NE(badge, nullptr);
    EXPECT_TRUE(badge->warning);
    EXPECT_THAT(badge->sentence, testing::HasSubstr("Other programs used 42 % of the CPU time"));
}

TEST(Badges, counters_of_a_single_pass_replay_nothing) {
    Measurement m = measured();
    m.counters = Counters{.chip = "GH100", .passes = 1, .counts = {}};
    EXPECT_EQ(find(badges_of(m), BadgeKind::replayed), nullptr);
    m.counters->passes = 2;
    EXPECT_NE(find(badges_of(m), BadgeKind::replayed), nullptr);
}

TEST(Badges, timers_may_differ_by_what_a_launch_takes) {
    Measurement m = measured();
    m.seconds = {10e-6};
    m.activity_seconds = {7e-6};
    EXPECT_TRUE(timers_agree(m));
    m.activity_seconds = {5e-6};
    EXPECT_FALSE(timers_agree(m));
    m.seconds = {1.02e-3};
    m.activity_seconds = {1e-3};
    EXPECT_TRUE(timers_agree(m));
    m.seconds = {1.04e-3};
    EXPECT_FALSE(timers_agree(m));
}

} // namespace
} // namespace pairscope::profiling
