// SPDX-License-Identifier: MIT
// Rows of the ladder beside those of a recording: failed runs, and sizes that differ.
#include "app/paper/savers.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/recordings/recordings.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using profiling::Measurement;
using testing::HasSubstr;

TEST(RecordedRows, a_run_whose_check_failed_is_marked_and_has_no_time) {
    profiling::Recording recording = profiling::sample_recording();
    Measurement wrong = profiling::sample_measurement(); // a stranger's file may hold a time of it
    wrong.variant_id = find_variant("grid2d")->id;
    wrong.check.comparison.wrong_entries = 7;
    recording.runs.emplace_back(wrong);
    State state = laptop_with_points();
    state.run.target = TargetKind::surface; // as the sample's run
    open(state, recording);
    const auto sections = ladder_sections(state);
    const LadderRow* row = row_named(sections[0], "grid2d");
    ASSERT_NE(row, nullptr);
    EXPECT_EQ(row->state, RowState::failed);
    EXPECT_FALSE(row->timed);
    EXPECT_THAT(row->reason, HasSubstr("It failed when it was recorded: "));
    EXPECT_EQ(row_named(sections[0], "tile16")->state, RowState::failed) << "it was recorded as failed";
    EXPECT_EQ(row_named(sections[0], "vec4_rows")->state, RowState::recorded);
    state.run.devices.insert(state.run.devices.begin(), profiling::sample_gpu()); // now it stands beside a GPU's
    const auto beside = ladder_sections(state);
    const auto theirs = std::ranges::find(beside, false, &LadderSection::own);
    ASSERT_NE(theirs, beside.end());
    EXPECT_EQ(row_named(*theirs, "grid2d")->state, RowState::failed);
    state.run.variant_id = find_variant("vec4_rows")->id;
    state.recordings.chosen = RecordedChoice{state.recordings.last_id, profiling::sample_gpu()};
    const auto words = chart_words(state, "roofline", true);
    EXPECT_THAT(words.notes, testing::Contains(HasSubstr("Variants that failed are not drawn: grid2d, tile16.")));
}

TEST(RecordedRows, a_group_of_another_size_makes_all_times_those_of_one_pair) {
    State state = laptop_with_points();
    state.run.target = TargetKind::surface; // as the sample's run
    const KernelVariant& variant = *find_variant("cpu_naive");
    Measurement m = profiling::sample_measurement();
    m.variant_id = variant.id;
    m.workload = current_workload(state);
    m.device = state.run.devices.front();
    state.run.outcomes[*key_for(state, variant)] = m;
    EXPECT_FALSE(sizes_differ(ladder_sections(state)));
    open(state, profiling::sample_recording()); // n = 30 336
    const auto sections = ladder_sections(state);
    EXPECT_TRUE(sizes_differ(sections));
    EXPECT_THAT(sections[0].title, HasSubstr("NVIDIA H200"));
    EXPECT_THAT(sections[0].facts, HasSubstr("n = 30 336"));
    EXPECT_THAT(sections[1].facts, HasSubstr("n = 64"));
}

TEST(RecordedRows, the_saved_table_of_times_holds_the_rows_that_the_ladder_shows) {
    State state = laptop_with_points();
    state.run.target = TargetKind::surface; // as the sample's runs
    const auto lines = [&] { return std::ranges::count(results_csv(state), '\n'); };
    const auto own = lines();
    const int id = open(state, profiling::sample_recording());
    std::size_t runs = 0;
    for (const RecordedSet& set : recorded_sets(state)) runs += set.runs.size();
    ASSERT_GT(runs, 0u);
    EXPECT_EQ(lines(), own + std::ssize(recorded_rows(state)));
    ASSERT_THAT(recorded_rows(state), testing::SizeIs(runs));
    const auto set = recorded_sets(state).front();
    const ResultRow row = recorded_rows(state).front();
    EXPECT_EQ(row.status, "recorded");
    EXPECT_EQ(row.device, set.device->name);
    EXPECT_EQ(row.n, n_of(set.workload));
    EXPECT_EQ(row.figure("median_seconds"), profiling::seconds_of(*set.runs.front()));
    EXPECT_THAT(row.reason, HasSubstr("recorded "));
    (void)update(state, command::ShowRecording{id, false});
    EXPECT_EQ(lines(), own) << "what is hidden is not in the table";
}

} // namespace
} // namespace pairscope::app
