// SPDX-License-Identifier: MIT
// Which two variants are compared, and what is said of it, without a window.
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/compare_words.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "kernels/data/shapes/generators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

State state_with_clusters() {
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
    found.b = state.compare.other;
    found.rounds.assign(20, {1.0, ratio});
    found.ratio = profiling::speed_ratio(found.rounds);
    return {.key = *wanted_comparison(state), .outcome = found};
}

TEST(Compare, needs_a_second_variant) {
    State state = state_with_clusters();
    EXPECT_FALSE(compare_job(state));
    EXPECT_THAT(comparison_sentence(state), HasSubstr("Ctrl"));
    (void)update(state, command::CompareWith{"distance_matrix/cpu_naive"});
    EXPECT_EQ(other_variant(state), nullptr) << "a variant is not compared with itself";
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    ASSERT_NE(other_variant(state), nullptr);
    ASSERT_TRUE(compare_job(state));
    EXPECT_EQ(compare_job(state)->what.get<job::Compare>().b->id, "distance_matrix/cpu_simd");
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    EXPECT_EQ(other_variant(state), nullptr) << "the same again lets go";
}

TEST(Compare, a_variant_that_was_not_compared_with_itself_is_not_with_the_next_selected_one) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/cpu_naive"});
    (void)update(state, command::SelectVariant{"distance_matrix/cpu_simd"});
    EXPECT_EQ(other_variant(state), nullptr);
    EXPECT_FALSE(compare_job(state));
}

TEST(Compare, brings_its_panel_to_the_front_when_a_key_asks_for_it_too) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/coalesced"});
    EXPECT_EQ(state.look.focus, "Compare");
    state.look.focus.clear();
    (void)update(state, command::CompareWith{"distance_matrix/coalesced"});
    EXPECT_EQ(state.look.focus, "") << "the same again lets go";
}

TEST(Compare, is_made_once_and_again_when_the_points_change) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    apply(state, compared(state, 0.9));
    EXPECT_FALSE(compare_job(state));
    ASSERT_NE(comparison_of(state), nullptr);
    EXPECT_THAT(comparison_sentence(state), HasSubstr("cpu_simd is faster than cpu_naive"));
    (void)update(state, command::MovePoint{3, 0.5f, 0.5f, true});
    EXPECT_EQ(comparison_of(state), nullptr);
    EXPECT_TRUE(compare_job(state));
}

void measure(State& state, const char* variant, double seconds) {
    const KernelVariant& found = *find_variant(variant);
    state.run.outcomes[*key_for(state, found)] = profiling::Measurement{.variant_id = std::string(found.id),
                                                                        .workload = current_workload(state),
                                                                        .device = state.run.devices[state.run.device],
                                                                        .seconds = std::vector<double>(20, seconds),
                                                                        .timer = "steady clock",
                                                                        .predicted_bytes = 1.0,
                                                                        .check = {}};
}

std::vector<std::string> warnings_of(const State& state, std::string_view name) {
    for (const LadderSection& section : ladder_sections(state))
        for (const LadderRow& row : section.rows)
            if (row.name == name) return row.warnings;
    return {};
}

TEST(Compare, the_ladder_and_the_comparison_both_say_that_they_disagree) {
    State state = state_with_clusters();
    measure(state, "cpu_naive", 1.0);
    measure(state, "cpu_simd", 0.89);
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    apply(state, compared(state, 0.9));
    EXPECT_THAT(contradiction(state), IsEmpty()) << "a percent is nothing";
    measure(state, "cpu_simd", 1.3); // something else ran meanwhile
    const std::string said = contradiction(state);
    EXPECT_THAT(said,
                HasSubstr("By the ladder's medians, cpu_simd takes 1.30 times as long as cpu_naive; measured in "
                          "turns it takes 0.90 to 0.90 times as long. Something else probably kept the machine busy"));
    EXPECT_THAT(warnings_of(state, "cpu_simd"), ElementsAre(said));
    EXPECT_THAT(warnings_of(state, "cpu_naive"), ElementsAre(said));
    EXPECT_THAT(warnings_of(state, "cpu_parallel"), IsEmpty());
}

TEST(Compare, a_contradiction_names_the_reason_that_badges_know) {
    State state = state_with_clusters();
    measure(state, "cpu_naive", 1.0);
    measure(state, "cpu_simd", 1.3);
    auto& m = std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, *find_variant("cpu_simd"))));
    m.conditions.emplace();
    m.conditions->slowed_by = {"heat"};
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    apply(state, compared(state, 0.9));
    EXPECT_THAT(contradiction(state), HasSubstr("Badges name a possible reason (cpu_simd: slowed by heat)."));
}

TEST(Compare, too_few_blocks_say_how_many_there_were) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    event::Compared short_one = compared(state, 0.5);
    auto& found = std::get<profiling::Interleaved>(*short_one.outcome);
    found.rounds.resize(4);
    found.ratio = profiling::speed_ratio(found.rounds);
    apply(state, short_one);
    EXPECT_EQ(comparison_sentence(state), "No verdict: 4 rounds were measured, but 10 are needed.");
    EXPECT_THAT(contradiction(state), IsEmpty());
}

TEST(Compare, the_selected_one_is_not_compared_with_itself_after_another) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    (void)update(state, command::SelectVariant{"distance_matrix/cpu_simd"});
    EXPECT_EQ(other_variant(state), nullptr);
}

TEST(Compare, a_cancelled_one_is_not_made_again_until_it_is_asked_for) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    (void)update(state, command::CancelWork{});
    EXPECT_FALSE(compare_job(state));
    EXPECT_THAT(comparison_sentence(state), HasSubstr("cancelled"));
    (void)update(state, command::RunAgain{});
    EXPECT_TRUE(compare_job(state));
}

TEST(Compare, simulated_variants_have_no_time_to_compare) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/grid2d"});
    EXPECT_FALSE(compare_job(state));
    EXPECT_THAT(comparison_sentence(state), HasSubstr("grid2d is simulated"));
}

TEST(Compare, a_failed_one_says_why) {
    State state = state_with_clusters();
    (void)update(state, command::CompareWith{"distance_matrix/cpu_simd"});
    apply(state,
          event::Compared{*wanted_comparison(state), profiling::Failed{"distance_matrix/cpu_simd", "no memory"}});
    EXPECT_FALSE(compare_job(state));
    EXPECT_THAT(comparison_sentence(state), HasSubstr("cpu_simd failed: no memory"));
}

} // namespace
} // namespace pairscope::app
