// SPDX-License-Identifier: MIT
// Pairs that recordings answer: both of one, or one and this session.
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/compare_words.h"
#include "app/subjects/compare/recorded_comparison.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using profiling::Verdict;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::string id(const char* name) { return std::string(find_variant(name)->id); }

Measurement recorded_run(const char* variant, std::int64_t n, double seconds, int samples) {
    Measurement m = profiling::sample_measurement();
    m.variant_id = id(variant);
    m.workload.rows = m.workload.cols = n;
    m.target = TargetKind::linear;
    m.caches = profiling::CacheState::warm;
    m.seconds.clear();
    for (int i = 0; i < samples; ++i) m.seconds.push_back(seconds * (1.0 + 0.001 * (i * 7 % 5)));
    return m;
}

/// An H200 that ran three variants for n = 30 336, one of them only four times; returns its id.
int open_h200(State& state, const char* label = "H200") {
    profiling::Recording recording = profiling::sample_recording();
    recording.label = label;
    recording.devices = {profiling::sample_gpu()};
    recording.ceilings.resize(1);
    recording.runs = {recorded_run("coalesced", 30336, 8e-3, 20), recorded_run("vec4_rows", 30336, 0.8e-3, 20),
                      recorded_run("grid2d", 30336, 2e-3, 4)};
    apply(state, event::RecordingOpened{std::string("/") + label,
                                        std::make_shared<const profiling::Recording>(recording), false});
    return state.recordings.last_id;
}

void measure_here(State& state, const char* variant, double seconds) {
    const KernelVariant& found = *find_variant(variant);
    Measurement m = recorded_run(variant, current_workload(state).rows, seconds, 20);
    m.device = state.run.devices.front();
    m.workload = current_workload(state);
    state.run.outcomes[*key_for(state, found)] = m;
}

TEST(RecordedComparison, two_rows_that_a_recording_stands_in_for_are_compared_by_it) {
    State state = laptop_with_points();
    open_h200(state);
    (void)update(state, command::SelectVariant{id("coalesced")});
    (void)update(state, command::CompareWith{id("vec4_rows")});
    const auto compare = recorded_comparison(state);
    ASSERT_TRUE(compare);
    EXPECT_EQ(profiling::verdict_of(compare->ratio), Verdict::faster);
    EXPECT_NEAR(compare->ratio.value, 0.1, 1e-3);
    const std::string said = comparison_sentence(state);
    EXPECT_THAT(said, StartsWith("vec4_rows is "));
    EXPECT_THAT(said, HasSubstr("times as fast as coalesced (99 % interval, 20 and 20 samples)"));
    EXPECT_THAT(said, HasSubstr("Both: NVIDIA H200, n = 30 336, recorded 2026-11-21 by pairscope 0.1.0."));
    EXPECT_THAT(said, Not(HasSubstr("per pair")));
    EXPECT_FALSE(compare_job(state)) << "nothing has to be measured for it";
}

TEST(RecordedComparison, a_recording_and_this_session_are_compared_per_pair_with_both_devices_named) {
    State state = laptop_with_points();
    open_h200(state);
    measure_here(state, "cpu_simd", 1e-5); // 64 x 64 pairs take 2.4 ns each
    (void)update(state, command::SelectVariant{id("cpu_simd")});
    (void)update(state, command::CompareWith{id("vec4_rows")});
    const auto compare = recorded_comparison(state);
    ASSERT_TRUE(compare);
    EXPECT_NEAR(compare->ratio.value, (0.8e-3 / (30336.0 * 30336.0)) / (1e-5 / (64.0 * 64.0)), 1e-6);
    const std::string said = comparison_sentence(state);
    EXPECT_THAT(said, HasSubstr("as fast as cpu_simd for one pair of points"));
    EXPECT_THAT(said, HasSubstr("cpu_simd: a CPU, n = 64, measured in this session."));
    EXPECT_THAT(said, HasSubstr("vec4_rows: NVIDIA H200, n = 30 336, recorded 2026-11-21"));
    EXPECT_THAT(said, HasSubstr("The sizes differ, so the times are compared per pair of points."));
}

TEST(RecordedComparison, the_same_variant_of_two_recordings_is_a_pair) {
    State state = laptop_with_points();
    open_h200(state);
    const int second = open_h200(state, "H200 again");
    (void)update(state, command::SelectVariant{id("coalesced")});
    (void)update(state, command::CompareWith{id("coalesced"), second, profiling::sample_gpu()});
    ASSERT_NE(other_variant(state), nullptr);
    EXPECT_THAT(comparison_sentence(state), StartsWith("Cannot tell which is faster: coalesced (B) takes"));
    (void)update(state, command::CompareWith{id("coalesced"), second, profiling::sample_gpu()});
    EXPECT_EQ(other_variant(state), nullptr) << "the same again lets go";
}

TEST(RecordedComparison, too_few_samples_have_no_verdict) {
    State state = laptop_with_points();
    open_h200(state);
    (void)update(state, command::SelectVariant{id("coalesced")});
    (void)update(state, command::CompareWith{id("grid2d")});
    EXPECT_THAT(comparison_sentence(state),
                StartsWith("No verdict: 4 samples were measured, but 10 are needed. Both: NVIDIA H200"));
}

TEST(RecordedComparison, waits_for_this_sessions_time) {
    State state = laptop_with_points();
    open_h200(state);
    (void)update(state, command::SelectVariant{id("cpu_simd")});
    (void)update(state, command::CompareWith{id("vec4_rows")});
    EXPECT_FALSE(recorded_comparison(state));
    EXPECT_EQ(comparison_sentence(state), "cpu_simd has no time yet: it will be measured automatically.");
}

TEST(RecordedComparison, the_other_one_is_marked_in_the_section_it_was_chosen_in) {
    State state = laptop_with_points();
    open_h200(state);
    const int second = open_h200(state, "H200 again");
    (void)update(state, command::SelectVariant{id("vec4_rows")});
    (void)update(state, command::CompareWith{id("coalesced"), second, profiling::sample_gpu()});
    for (const LadderSection& section : ladder_sections(state))
        for (const LadderRow& row : section.rows)
            EXPECT_EQ(row.compared, section.recording == second && row.name == "coalesced")
                << section.title << row.name;
}

} // namespace
} // namespace pairscope::app
