// SPDX-License-Identifier: MIT
// Which of the shipped recordings open without being asked for.
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "profiling/recording/file.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <variant>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TEST(ShippedRecordings, of_the_current_workload_are_offered_and_one_gpu_is_enough) {
    State state = laptop_with_points();
    const std::string workload(current_type(state).id);
    state.recordings.shipped = {"/share/A/" + workload + ".pairscope", "/share/A/other.pairscope",
                                "/share/B/" + workload + ".pairscope"};
    const std::filesystem::path a = state.recordings.shipped[0], b = state.recordings.shipped[2];
    EXPECT_THAT(recordings_to_offer(state), ElementsAre(b, a)) << "in reverse order of their names";
    const auto shared = std::make_shared<const profiling::Recording>(profiling::sample_recording());
    apply(state, event::RecordingOpened{b, shared, true});
    apply(state, event::RecordingOpened{a, shared, true});
    EXPECT_THAT(state.recordings.shown, SizeIs(1));
    EXPECT_EQ(state.recordings.shown.front().path, b);
    EXPECT_THAT(recordings_to_offer(state), ElementsAre(a));
    state.run.devices.push_back({.backend = Backend::cuda, .name = "RTX", .driver = {}});
    EXPECT_THAT(recordings_to_offer(state), SizeIs(0));
}

TEST(ShippedRecordings, have_the_name_of_their_workload_and_hold_runs_of_it) {
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator("assets/recordings")) {
        if (entry.path().extension() != profiling::recording_ending) continue;
        ++files;
        const profiling::Recording recording = profiling::load_recording(entry.path());
        EXPECT_EQ(recorded_workload(recording), entry.path().stem().string()) << entry.path();
        EXPECT_TRUE(std::ranges::any_of(recording.runs, [](const profiling::RunOutcome& run) {
            return std::holds_alternative<profiling::Measurement>(run);
        })) << entry.path();
    }
    EXPECT_GE(files, 18);
}

} // namespace
} // namespace pairscope::app
