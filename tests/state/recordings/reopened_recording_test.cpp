// SPDX-License-Identifier: MIT
// A session that was saved opens with the data that it was about, in the workload that it was about.
#include "app/spine/worker/workbench.h"
#include "app/subjects/recordings/recordings.h"
#include "profiling/recording/file.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ReopenedRecording : public ::testing::Test {
protected:
    static State done(State state, const Effects& effects) {
        Workbench bench([](const Task&, double) {});
        for (const Job& job : effects.files) app::apply(state, bench.carry_out(job, {}));
        return state;
    }
    static State with(const DataSource& source, std::string_view workload) {
        State state = laptop_with_points();
        Effects effects;
        have_read(state, source, workload, effects);
        return done(std::move(state), effects);
    }
    [[nodiscard]] std::filesystem::path saved(const State& state) const {
        const auto path = folder.path() / "session.pairscope";
        profiling::save_recording(path, session_recording(state));
        return path;
    }
    /// As File > Open does it: in a program that shows other points.
    [[nodiscard]] static State opened(const std::filesystem::path& path) {
        State state = laptop_with_points();
        Effects effects = update(state, command::OpenFile{path});
        state = done(std::move(state), effects);
        if (const auto id = std::exchange(state.recordings.data_to_open, {})) {
            effects = update(state, command::UseRecordedPoints{*id});
            state = done(std::move(state), effects);
        }
        return state;
    }
    TemporaryFolder folder;
};

const char* const vectors = "a,b,c\n0,0,0\n10,10,0\n1,0,0\n9,10,0\n";

} // namespace

TEST_F(ReopenedRecording, is_known_by_its_content_whatever_it_is_called) {
    const auto file = folder.file("v.csv", vectors), table = folder.file("v.pairscope", vectors);
    const auto session = saved(with(VectorSource{.a = file, .b = file, .n = {}, .m = {}}, "cross_distance"));
    const auto renamed = folder.path() / "session.csv";
    std::filesystem::rename(session, renamed);
    const State state = opened(renamed),
                of_table = with(VectorSource{.a = table, .b = table, .n = {}, .m = {}}, "cross_distance");
    ASSERT_EQ(files_of(state.data.now.source), std::vector{renamed}) << "its data were opened with it";
    EXPECT_TRUE(is_of_recording(state.data.now));
    EXPECT_FALSE(is_of_recording(of_table.data.now));
    const WorkloadType* const other = matrix_workload_for(3);
    ASSERT_NE(other, nullptr);
    if (const auto next = carried_over(state.data.now, *other)) {
        EXPECT_TRUE(std::get<VectorSource>(next->source).b.empty()) << "a recording is given once";
        EXPECT_TRUE(is_of_recording(*next));
    }
    const VectorSource distances{.a = "d.csv", .b = {}, .n = {}, .m = {}};
    const auto b_of = [](const AsVectors& read) { return std::get<VectorSource>(read.source).b; };
    EXPECT_EQ(b_of(as_vectors(distances, 30, true)), "");
    if (type_of(as_vectors(distances, 30).workload).inputs.sets == 2) {
        EXPECT_EQ(b_of(as_vectors(distances, 30)), "d.csv");
    }
}

TEST_F(ReopenedRecording, of_points_with_another_name_is_named_as_points_in_the_command) {
    const auto file = folder.file("p.csv", "x,y\n0,1\n5,2\n3,3\n");
    const auto session = saved(with(FileSource{.path = file, .columns = {}, .whole = true}, "distance_matrix"));
    const auto renamed = folder.path() / "points.csv";
    std::filesystem::rename(session, renamed);
    EXPECT_THAT(shell_command_of(opened(renamed).data.now), testing::HasSubstr(" --points " + renamed.string()));
}

TEST_F(ReopenedRecording, one_set_compared_with_itself_stays_one) {
    const auto file = folder.file("v.csv", vectors);
    const State before = with(VectorSource{.a = file, .b = file, .n = {}, .m = {}}, "cross_distance");
    ASSERT_EQ(before.data.now.question.second, before.data.now.question.first);
    const State state = opened(saved(before));
    const Question& question = state.data.now.question;
    EXPECT_EQ(question.workload, "cross_distance");
    EXPECT_EQ(question.first->values, before.data.now.question.first->values);
    EXPECT_EQ(question.second, question.first) << "no row is its own neighbour";
}

TEST_F(ReopenedRecording, two_sets_of_one_file_and_two_files_stay_what_they_were) {
    const auto file = folder.file("v.csv", vectors);
    const State parts = opened(saved(with(VectorSource{.a = file, .b = file, .n = 2, .m = 3}, "cross_distance")));
    EXPECT_EQ(parts.data.now.question.first->rows, 2);
    EXPECT_EQ(parts.data.now.question.second->rows, 3);
    EXPECT_TRUE(parts.data.now.question.same_rows);
    const auto other = folder.file("w.csv", "a,b,c\n1,2,3\n4,5,6\n");
    const State two = opened(saved(with(VectorSource{.a = file, .b = other, .n = {}, .m = {}}, "cross_distance")));
    EXPECT_EQ(two.data.now.question.second->rows, 2);
    EXPECT_FALSE(two.data.now.question.same_rows);
}

TEST_F(ReopenedRecording, given_distances_open_as_given_distances) {
    const auto file = folder.file("sq.csv", ",A,B,C\nA,0,5,1\nB,5,0,7\nC,1,7,0\n");
    const State before = with(VectorSource{.a = file, .b = {}, .n = {}, .m = {}}, "given_matrix");
    const State state = opened(saved(before));
    EXPECT_TRUE(shows_given_distances(state));
    EXPECT_TRUE(state.data.now.question.first->holds_distances);
    EXPECT_EQ(state.data.now.question.first->labels, before.data.now.question.first->labels);
}

TEST_F(ReopenedRecording, points_keep_coordinates_columns_order_and_parameters) {
    const auto file =
        folder.file("p.csv", "name,latitude,longitude,mass\nA,1,500000.25,7\nB,2,500000.5,8\nC,-3,500001,9\n");
    FileSource source{.path = file, .columns = {.x = "latitude", .y = "longitude", .label = "name"}};
    source.columns.standardise = true;
    State before = with(source, "rbf_matrix");
    before.data.now.question.parameters = {0.5};
    const State state = opened(saved(before));
    const Dataset &now = *state.data.now.question.first, &then = *before.data.now.question.first;
    EXPECT_EQ(state.data.now.question.workload, "rbf_matrix");
    EXPECT_EQ(state.data.now.question.parameters, before.data.now.question.parameters);
    EXPECT_EQ(now.values, then.values);
    EXPECT_EQ(now.origin, then.origin);
    EXPECT_EQ(now.low, then.low);
    EXPECT_EQ(now.scales, then.scales);
    EXPECT_EQ(now.unit, then.unit);
    EXPECT_EQ(now.axes, then.axes);
    EXPECT_EQ(now.labels, then.labels);
    EXPECT_EQ(now.source_rows, then.source_rows);
}

TEST_F(ReopenedRecording, can_be_saved_where_nothing_was_measured) {
    const State before = laptop_with_points();
    ASSERT_THAT(before.run.outcomes, IsEmpty());
    const profiling::Recording recording = session_recording(before);
    EXPECT_EQ(recorded_workload(recording), before.data.now.question.workload);
    const State state = opened(saved(before));
    EXPECT_EQ(state.data.now.source, before.data.now.source) << "its settings";
}

TEST_F(ReopenedRecording, whose_generated_points_are_of_another_size_than_its_runs_lies_beside_the_points_of_now) {
    const auto path = folder.path() / "bench.pairscope";
    profiling::save_recording(path, profiling::sample_recording()); // n = 2 048, and runs of n = 30 336
    const State state = opened(path);
    EXPECT_EQ(state.data.now.question.first->rows, 64);
    EXPECT_EQ(state.recordings.shown.size(), 1u);
}

TEST_F(ReopenedRecording, that_opens_by_itself_leaves_the_data_alone) {
    State state = laptop_with_points();
    Effects effects = update(
        state, command::OpenRecording{
                   .path = saved(with(VectorSource{.a = folder.file("v.csv", vectors), .b = {}, .n = {}, .m = {}},
                                      "given_matrix"))});
    state = done(std::move(state), effects);
    EXPECT_FALSE(state.recordings.data_to_open);
}

TEST_F(ReopenedRecording, without_its_values_says_that_its_data_cannot_be_opened) {
    profiling::Recording recording = profiling::sample_recording();
    recording.points = {};
    recording.workload = "cross_distance";
    recording.runs.clear();
    recording.sets = {std::make_shared<const Dataset>(
        Dataset{.name = "large", .rows = 60'000, .dims = 50, .values = std::vector<float>(3'000'000)})};
    const auto path = folder.path() / "large.pairscope";
    profiling::save_recording(path, recording);
    State state = opened(path);
    EXPECT_EQ(state.data.now.question.first->rows, 64);
    (void)update(state, command::UseRecordedPoints{state.recordings.last_id});
    EXPECT_THAT(state.notices.back().text, HasSubstr("was not loaded"));
}

} // namespace pairscope::app
