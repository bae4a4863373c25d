// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/page/page.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace pairscope::app {
namespace {

using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

ShownRecording open_for_page(State& state, profiling::Recording recording, const char* path) {
    recording.workload = "distance_matrix";
    state.recordings.shown.push_back({.id = ++state.recordings.last_id,
                                      .path = path,
                                      .recording = std::make_shared<const profiling::Recording>(std::move(recording))});
    return state.recordings.shown.back();
}

const TravellingPart& travelling_part(const std::vector<TravellingPart>& parts, std::string_view name) {
    return *std::ranges::find(parts, name, &TravellingPart::name);
}

profiling::Recording recording_with_labels() {
    profiling::Recording recording = profiling::sample_recording();
    auto points = std::make_shared<Dataset>(Dataset{.name = "towns",
                                                    .rows = 3,
                                                    .dims = 2,
                                                    .values = std::vector<float>{0, 1, 2, 3, 4, 5},
                                                    .labels = {"Ulm", "Bonn", "Köln"},
                                                    .source_rows = {},
                                                    .axes = {"x", "y"},
                                                    .unit = {},
                                                    .credit = "me",
                                                    .note = {}});
    recording.points = std::shared_ptr<const Dataset>(points);
    recording.sets.clear();
    recording.host.system = "Debian";
    recording.label = "mine";
    recording.pairs = {{0, 1, "near"}};
    return recording;
}

} // namespace

TEST(SavedPage, holds_this_session_where_nothing_else_is_open) {
    State state = laptop_with_points();
    EXPECT_THAT(why_no_page(state), IsEmpty());
    const auto recordings = recordings_to_page(state);
    ASSERT_THAT(recordings, SizeIs(1));
    EXPECT_TRUE(recordings.front().path.empty());
    State empty;
    EXPECT_THAT(why_no_page(empty), HasSubstr("Open data or a recording first."));
    EXPECT_THAT(recordings_to_page(empty), IsEmpty());
}

TEST(SavedPage, holds_the_visible_recordings_of_the_workload) {
    State state = laptop_with_points();
    open_for_page(state, recording_with_labels(), "folder/one.pairscope");
    open_for_page(state, recording_with_labels(), "folder/two.pairscope");
    EXPECT_THAT(recordings_to_page(state), SizeIs(2)); // nothing was measured here
    state.recordings.shown.back().visible = false;
    EXPECT_THAT(recordings_to_page(state), SizeIs(1));
}

TEST(SavedPage, says_what_travels_with_exact_sizes) {
    State state = laptop_with_points();
    open_for_page(state, recording_with_labels(), "folder/one.pairscope");
    Effects effects;
    command::carry_out(command::AskAboutPage{}, state, effects);
    EXPECT_EQ(state.look.dialog, Dialog::page);
    const auto& parts = state.page.parts;
    EXPECT_EQ(travelling_part(parts, "Data").what, "3 x 2 coordinates");
    EXPECT_EQ(travelling_part(parts, "Data").bytes, 24); // six float32
    // Ulm, Bonn, Köln in UTF-8, x, y, towns, me, near
    EXPECT_EQ(travelling_part(parts, "Texts of the data").bytes, 3 + 4 + 5 + 1 + 1 + 5 + 2 + 4);
    EXPECT_EQ(travelling_part(parts, "Texts of the data").what, "3 labels, and the names near, towns, x, y");
    EXPECT_EQ(travelling_part(parts, "Names of files and systems").what, "Debian; mine; one.pairscope");
    EXPECT_TRUE(travelling_part(parts, "Names of files and systems").is_of_labels);
    EXPECT_FALSE(travelling_part(parts, "Machines").is_of_labels);
}

TEST(SavedPage, is_written_by_a_job_that_tells_what_was_left_out) {
    State state = laptop_with_points();
    Effects effects;
    command::carry_out(command::SetPageLabels{false}, state, effects);
    const auto path = std::filesystem::temp_directory_path() / "pairscope_saved_page.html";
    command::carry_out(command::SavePage{path}, state, effects);
    ASSERT_THAT(effects.files, SizeIs(1));
    auto& job = effects.files.front().what.get<job::SavePage>();
    EXPECT_FALSE(job.labels);
    job.write = [](const job::SavePage& asked, const std::stop_token&) {
        return job::WrittenPage{.html = asked.labels ? "with" : "without", .notes = {"Something is left out."}};
    };
    Workbench bench([](const Task&, double) {});
    apply(state, bench.carry_out(effects.files.front(), {}));
    std::ifstream stream(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "without");
    EXPECT_THAT(state.notices, Contains(Field(&Notice::text, "Something is left out.")));
    std::filesystem::remove(path);
}

} // namespace pairscope::app
