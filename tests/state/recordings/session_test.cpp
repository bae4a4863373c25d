// SPDX-License-Identifier: MIT
// A session comes back: its data by the files that they came from, and how they were looked at.
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/recordings/session_source.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* saved_view_text = "row=20,column=30,zoom=8,shown=maximum,range=2:3.5,scale=linear,colours=magma,"
                                        "pinned=3:4,order=clusters:ward:optimal,cut=number:5,selected=3:7-9";

class Session : public testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] fs::path file(const fs::path& name, std::string_view text) const {
        const fs::path path = folder.path() / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path;
    }
    [[nodiscard]] static FileSource points_of(const fs::path& path) {
        FileSource source{.path = path, .columns = {}, .n = 20, .order = Order::by_x};
        source.columns.x = "a";
        source.columns.y = "b";
        source.columns.label = "name";
        source.columns.standardise = true;
        source.columns.may_shift = false;
        source.reader = FileFormat::text;
        return source;
    }
    /// What a session with this source, saved into that file, finds when it is read again.
    [[nodiscard]] static profiling::RecordedSource saved(const DataSource& source, const fs::path& session) {
        profiling::Recording recording;
        recording.is_session = true;
        recording.source = source_to_record(source);
        add_check_sums(*recording.source, session);
        return *profiling::recording_in(text_of(recording)).source;
    }
    /// A session without numbers of its own.
    [[nodiscard]] static event::RecordingOpened opened_without_numbers() {
        profiling::Recording recording;
        recording.is_session = true;
        recording.workload = workload_types().front().id;
        recording.source = profiling::RecordedSource{.files = {{.path = "towns.csv"}}, .of_points = true};
        recording.view = saved_view_text;
        return {.path = "towns.pairscope", .recording = std::make_shared<const profiling::Recording>(recording)};
    }
};

} // namespace

TEST_F(Session, holds_data_view_and_pairs_but_no_runs) {
    State state = laptop_with_points();
    std::ignore = update(state, command::UseViewText{saved_view_text});
    std::ignore = update(state, command::PinPair{Cell{3, 4}});
    std::ignore = update(state, command::NamePair{0, "both"});
    const profiling::Recording kept = profiling::recording_in(text_of(looked_at_recording(state)));
    EXPECT_TRUE(kept.is_session);
    EXPECT_EQ(kept.view, saved_view_text);
    ASSERT_THAT(kept.pairs, SizeIs(1));
    EXPECT_EQ(kept.pairs.front().name, "both");
    EXPECT_THAT(kept.runs, IsEmpty());
    EXPECT_EQ(kept.points, looked_at_recording(state).points);
    EXPECT_FALSE(kept.source) << "settings make the points again";
}

TEST_F(Session, finds_points_and_vectors_as_they_were_read) {
    const fs::path a = file("a.csv", "name,a,b\nX,1,2\n"), b = file("deep/b.npy", "numbers");
    const fs::path session = folder.path() / "s.pairscope";
    VectorSource vectors{.a = a, .b = b, .n = 5, .m = {}, .dims = 3};
    vectors.columns = {.names = {"one", "two, with a comma"}, .standardise = true};
    vectors.as = ReadAs::vectors;
    vectors.symmetrise = Symmetrise::max;
    vectors.label = "kind";
    VectorSource similar{.a = a, .b = {}, .n = {}, .m = {}};
    similar.as = ReadAs::matrix;
    similar.similarity = Similarity::chord;
    similar.missing = MissingPairs::nan;
    VectorSource pictured{.a = a, .b = b, .n = {}, .m = {}};
    pictured.features.picture_b = file("view.png", "a picture");
    pictured.features.homography = file("h.json", "{}");
    similar.tracks = {.classes = "kind", .columns = {"one", "two, with a comma"}, .file = b};
    FileSource whole{.path = a, .columns = {}, .whole = true};
    for (const DataSource& source : std::vector<DataSource>{points_of(a), whole, vectors, similar, pictured,
                                                            VectorSource{.a = {}, .b = {}, .n = {}, .m = {}}}) {
        const FoundSource found = found_source(saved(source, session), session);
        ASSERT_TRUE(found.source) << found.why_not;
        EXPECT_EQ(*found.source, source);
    }
    EXPECT_FALSE(source_to_record(default_settings(Shape::ring, 64)));
}

TEST_F(Session, finds_a_file_from_its_own_folder_first_and_by_the_check_sum_only) {
    const fs::path before = file("before/data/towns.csv", "x,y\n1,2\n");
    const profiling::RecordedSource source = saved(points_of(before), folder.path() / "before/s.pairscope");
    EXPECT_EQ(source.files.front().path, "data/towns.csv");
    const auto path_in = [&](const fs::path& session) {
        const FoundSource found = found_source(source, folder.path() / session);
        return found.source ? std::get<FileSource>(*found.source).path : fs::path();
    };
    EXPECT_EQ(path_in("elsewhere/s.pairscope"), before) << "where it was";
    const fs::path moved = file("elsewhere/data/towns.csv", "x,y\n1,2\n");
    EXPECT_EQ(path_in("elsewhere/s.pairscope"), moved);
    std::ofstream(moved) << "x,y\n1,3\n"; // as long, but another number
    EXPECT_EQ(path_in("elsewhere/s.pairscope"), before);
    std::ofstream(before) << "x,y\n1,4\n";
    const FoundSource changed = found_source(source, folder.path() / "elsewhere/s.pairscope");
    EXPECT_FALSE(changed.source);
    EXPECT_THAT(changed.why_not, HasSubstr("towns.csv was changed since the session was saved"));
    fs::remove(before);
    fs::remove(moved);
    EXPECT_THAT(found_source(source, folder.path() / "s.pairscope").why_not, HasSubstr("towns.csv is gone"));
    const std::vector<fs::path> others{file("renamed.txt", "x,y\n1,2\n")};
    const FoundSource renamed = found_source(source, folder.path() / "s.pairscope", others);
    ASSERT_TRUE(renamed.source) << renamed.why_not;
    EXPECT_EQ(std::get<FileSource>(*renamed.source).path, others.front());
}

TEST_F(Session, whose_file_of_tracks_is_gone_keeps_what_its_own_file_has_and_names_the_rest) {
    const fs::path session = folder.path() / "s.pairscope";
    const fs::path towns = file("towns.csv", "name,species,a,b\nA,x,0,1\nB,y,2,3\n");
    FileSource points = points_of(towns);
    VectorSource vectors{.a = towns, .b = {}, .n = {}, .m = {}};
    struct Case {
        TracksChoice chosen, left;
        std::string lost;
    };
    const std::vector<Case> cases{
        {{"species", {"region", "b", "elev"}}, {"species", {"b"}}, "the columns 'region' and 'elev' are not shown"},
        {{"region", {"b"}}, {"", {"b"}}, "the class 'region' is not shown"},
        {{"region", {"elev"}}, {}, "the class 'region' and the column 'elev' are not shown"},
        {{"", {}}, {}, "its columns are not shown"}};
    for (const Case& one : cases) {
        const fs::path traits = file("traits.csv", "name,region,elev\nA,n,1\nB,s,2\n");
        points.tracks = vectors.tracks = one.chosen;
        points.tracks.file = vectors.tracks.file = traits;
        const auto of_points = saved(points, session), of_vectors = saved(vectors, session);
        fs::remove(traits);
        for (const auto& recorded : {of_points, of_vectors}) {
            const FoundSource found = found_source(recorded, session);
            ASSERT_TRUE(found.source) << found.why_not;
            EXPECT_EQ(tracks_chosen(*found.source), one.left);
            EXPECT_THAT(found.why_not, HasSubstr("traits.csv is gone"));
            EXPECT_THAT(found.why_not, HasSubstr(one.lost));
        }
    }
}

TEST_F(Session, that_opens_without_some_tracks_says_so) {
    State state = laptop_with_points();
    event::RecordingOpened opened = opened_without_numbers();
    opened.source = points_of("towns.csv");
    opened.why_no_source = "its file traits.csv is gone, so the column 'elev' is not shown";
    event::take(opened, state);
    EXPECT_TRUE(state.recordings.data_to_open);
    EXPECT_THAT(state.notices.back().text, HasSubstr("the column 'elev' is not shown. Put that file back"));
}

TEST_F(Session, keeps_its_tracks_beside_numbers_that_need_no_file) {
    State state = laptop_with_points();
    auto values = std::make_shared<TrackValues>();
    values->categories.assign(std::size_t(state.data.now.question.first->rows), 0);
    Tracks tracks;
    tracks.list.push_back({.name = "species", .is_class = true, .categories = {"rosa"}, .of_sets = {values, nullptr}});
    state.data.now.tracks = std::make_shared<const Tracks>(std::move(tracks));
    state.data.now.source = points_of("towns.csv");
    const profiling::Recording recording = looked_at_recording(state);
    ASSERT_THAT(recording.tracks, SizeIs(1));
    EXPECT_EQ(recording.tracks.front().name, "species");
    EXPECT_TRUE(recording.tracks.front().is_class);
}

TEST_F(Session, is_not_saved_where_its_file_is_gone) {
    auto source = source_to_record(points_of(folder.path() / "gone.csv"));
    EXPECT_THROW(add_check_sums(*source, folder.path() / "s.pairscope"), InputError);
}

TEST_F(Session, is_opened_with_its_view_and_pairs_and_stays_no_recording) {
    State state = laptop_with_points();
    event::RecordingOpened opened = opened_without_numbers();
    profiling::Recording recording = *opened.recording;
    recording.pairs = {{.row = 1, .column = 2, .name = "both"}};
    opened.recording = std::make_shared<const profiling::Recording>(recording);
    opened.source = points_of("towns.csv");
    event::take(opened, state);
    ASSERT_TRUE(state.recordings.data_to_open);
    const Effects effects = update(state, command::UseRecordedPoints{*state.recordings.data_to_open});
    EXPECT_THAT(state.recordings.shown, IsEmpty());
    const auto& load = effects.files.front().what.get<job::Load>();
    EXPECT_EQ(load.source, DataSource(points_of("towns.csv")));
    ASSERT_THAT(load.pairs, SizeIs(1));
    ASSERT_TRUE(load.view);
    EXPECT_EQ(text_of(*load.view), saved_view_text);
}

TEST_F(Session, asks_for_a_file_that_is_gone) {
    State state = laptop_with_points();
    event::RecordingOpened opened = opened_without_numbers();
    opened.why_no_source = "its file towns.csv is gone";
    event::take(opened, state);
    EXPECT_FALSE(state.recordings.data_to_open);
    EXPECT_EQ(state.look.dialog, Dialog::open_file);
    EXPECT_THAT(state.notices.back().text, HasSubstr("its file towns.csv is gone"));
    profiling::Recording recording = *opened.recording;
    recording.points = default_settings(Shape::spiral, 50, 7); // numbers of its own
    opened.recording = std::make_shared<const profiling::Recording>(recording);
    event::take(opened, state);
    EXPECT_TRUE(state.recordings.data_to_open);
    EXPECT_THAT(state.notices.back().text, HasSubstr("the numbers that were saved with the session are shown"));
}

TEST_F(Session, about_a_workload_of_another_version_is_refused_in_a_sentence) {
    State state = laptop_with_points();
    event::RecordingOpened opened = opened_without_numbers();
    profiling::Recording recording = *opened.recording;
    recording.workload = "distances_of_tomorrow";
    opened.recording = std::make_shared<const profiling::Recording>(recording);
    event::take(opened, state);
    EXPECT_FALSE(state.recordings.data_to_open);
    EXPECT_THAT(state.notices.back().text, HasSubstr("distances_of_tomorrow"));
}

} // namespace pairscope::app
