// SPDX-License-Identifier: MIT
// A session that compares two matrices comes back with both.
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/recordings/session_second.h"
#include "app/subjects/recordings/session_source.h"
#include "profiling/recording/recording.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class SessionSecond : public testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] fs::path file(const fs::path& name, std::string_view text) const {
        const fs::path path = folder.path() / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path;
    }
    /// A state that compares its points with this.
    [[nodiscard]] static State comparing(const SecondMatrix& second) {
        State state = laptop_with_points();
        std::ignore = update(state, command::CompareMatrix{*second.other});
        std::ignore = update(state, command::LookAtTwo{second.look});
        return state;
    }
    /// The session of this state, saved into that file and read again.
    [[nodiscard]] static profiling::Recording saved(const State& state, const fs::path& path) {
        profiling::Recording recording = looked_at_recording(state);
        if (recording.second && recording.second->source) add_check_sums(*recording.second->source, path);
        return profiling::recording_in(text_of(recording));
    }
};

TEST_F(SessionSecond, comes_back_with_its_file_columns_and_look) {
    const fs::path similar = file("s.csv", "1,.5\n.5,1\n"), session = folder.path() / "s.pairscope";
    const TwoLook zoomed{.view = TwoView::swipe,
                         .swipe = 0.25,
                         .same_range = true,
                         .place = HeatmapView{.center = {3.5, 12.25}, .pixels_per_cell = 2.5}};
    for (const SecondMatrix& second :
         {SecondMatrix{.other = OtherMatrix{.file = similar, .similarity = Similarity::chord}, .look = zoomed},
          SecondMatrix{.other = OtherMatrix{.file = similar, .symmetrise = Symmetrise::max}},
          SecondMatrix{
              .other =
                  OtherMatrix{.file = similar, .workload = "manhattan_distance", .columns = {"a", "b, with a comma"}},
 .look = {.view = TwoView::difference}},
          SecondMatrix{.other = OtherMatrix{.columns = {"a", "c"}}, .look = {.view = TwoView::split}},
          SecondMatrix{.other = OtherMatrix{.workload = "chebyshev_distance"}}}) {
        const FoundSecond found = found_second(saved(comparing(second), session), session);
        EXPECT_THAT(found.why_not, IsEmpty());
        EXPECT_EQ(found.second, second);
    }
    EXPECT_FALSE(looked_at_recording(laptop_with_points()).second);
}

TEST_F(SessionSecond, is_found_beside_the_session_first_and_by_the_check_sum_only) {
    const fs::path before = file("before/data/s.csv", "0,1\n1,0\n");
    const profiling::Recording session =
        saved(comparing({.other = OtherMatrix{.file = before}}), folder.path() / "before/s.pairscope");
    EXPECT_EQ(session.second->source->files.front().path, "data/s.csv");
    const auto found = [&] { return found_second(session, folder.path() / "elsewhere/s.pairscope"); };
    EXPECT_EQ(found().second.other->file, before) << "where it was";
    const fs::path moved = file("elsewhere/data/s.csv", "0,1\n1,0\n");
    EXPECT_EQ(found().second.other->file, moved);
    std::ofstream(moved) << "0,2\n2,0\n"; // as long, but another number
    EXPECT_EQ(found().second.other->file, before);
    std::ofstream(before) << "0,3\n3,0\n";
    EXPECT_FALSE(found().second.other);
    EXPECT_THAT(found().why_not, HasSubstr("s.csv was changed since the session was saved"));
    fs::remove(before);
    fs::remove(moved);
    EXPECT_THAT(found().why_not, HasSubstr("s.csv is gone"));
}

TEST_F(SessionSecond, of_a_later_version_is_named_in_a_sentence) {
    profiling::Recording session;
    session.is_session = true;
    session.second = profiling::RecordedSecond{.workload = "manhattan_distance", .drawn = "woven"};
    EXPECT_THAT(found_second(session, "s.pairscope").why_not, HasSubstr("woven"));
    session.second = profiling::RecordedSecond{.workload = "distances_of_tomorrow"};
    EXPECT_THAT(found_second(session, "s.pairscope").why_not, HasSubstr("distances_of_tomorrow"));
    session.second = profiling::RecordedSecond{};
    EXPECT_THAT(found_second(session, "s.pairscope").why_not, HasSubstr("does not say what it is made of"));
}

TEST_F(SessionSecond, takes_the_place_of_what_is_compared_when_the_session_is_opened) {
    const SecondMatrix second{.other = OtherMatrix{.workload = "manhattan_distance"}, .look = {.view = TwoView::split}};
    const fs::path path = folder.path() / "s.pairscope";
    const auto open = [&](const State& from, State& into) {
        auto recording = std::make_shared<const profiling::Recording>(saved(from, path));
        event::RecordingOpened opened{.path = path, .recording = recording};
        opened.second = found_second(*recording, path).second;
        event::take(opened, into);
        ASSERT_TRUE(into.recordings.data_to_open);
        std::ignore = update(into, command::UseRecordedPoints{*into.recordings.data_to_open});
    };
    State state = laptop_with_points();
    open(comparing(second), state);
    EXPECT_EQ(state.two.other, second.other);
    EXPECT_EQ(state.two.look, second.look);
    open(laptop_with_points(), state);
    EXPECT_FALSE(state.two.other) << "this session compares nothing";
}

TEST_F(SessionSecond, whose_file_is_gone_leaves_the_session_and_is_told) {
    State state = laptop_with_points();
    auto recording = std::make_shared<profiling::Recording>(looked_at_recording(state));
    event::RecordingOpened opened{.path = "towns.pairscope", .recording = recording};
    opened.why_no_second = "its file s.csv is gone";
    event::take(opened, state);
    EXPECT_TRUE(state.recordings.data_to_open);
    EXPECT_THAT(state.notices.back().text, HasSubstr("the second matrix is not shown, because its file s.csv is gone"));
}

} // namespace
} // namespace pairscope::app
