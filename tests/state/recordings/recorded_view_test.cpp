// SPDX-License-Identifier: MIT
// The view is part of a recording: it comes back with the data that it is a view of.
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/recordings/recordings.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* some_view = "row=20,column=30,zoom=8,shown=maximum,range=in_sight,scale=linear,colours=magma,"
                                  "pinned=3:4,order=by_distance:5,selected=3:7-9";

void expect_some_view(const State& state) {
    EXPECT_FALSE(state.view.fit);
    EXPECT_EQ(state.view.heatmap, (HeatmapView{{20.0, 30.0}, 8.0}));
    EXPECT_EQ(state.view.colours.aggregate, Aggregate::maximum);
    EXPECT_EQ(state.view.colours.range, RangeMode::in_sight);
    EXPECT_EQ(state.view.pinned, (Cell{3, 4}));
    EXPECT_EQ(state.view.order, (OrderChoice{OrderKind::by_distance, 5}));
    EXPECT_THAT(state.data.selected, ElementsAre(3, 7, 8, 9));
}

TEST(RecordedView, of_a_session_survives_the_file) {
    State state = laptop_with_points();
    std::ignore = update(state, command::UseViewText{some_view});
    const profiling::Recording saved = session_recording(state);
    EXPECT_EQ(saved.view, some_view);
    const profiling::Recording read = profiling::recording_in(text_of(saved));
    EXPECT_EQ(read.view, some_view);
    EXPECT_EQ(read.points, saved.points);
}

TEST(RecordedView, comes_back_with_the_points_of_the_recording) {
    State state = laptop_with_points();
    profiling::Recording recording = profiling::sample_recording();
    recording.points = default_settings(Shape::spiral, 50, 7);
    recording.view = some_view;
    const int id = open(state, recording);
    EXPECT_TRUE(state.view.fit) << "it is a view of other data";
    std::ignore = update(state, command::UseRecordedPoints{id});
    EXPECT_EQ(state.data.now.question.first->rows, 50);
    expect_some_view(state);
    std::ignore = update(state, command::Undo{});
    EXPECT_EQ(state.data.now.question.first->rows, 64);
    EXPECT_TRUE(state.view.fit);
}

TEST(RecordedView, is_used_at_once_where_the_recording_is_of_the_data_of_now) {
    State state = laptop_with_points();
    profiling::Recording recording = profiling::sample_recording();
    recording.points = default_settings(Shape::ring, 64);
    recording.view = some_view;
    open(state, recording, true);
    EXPECT_TRUE(state.view.fit) << "nobody asked for that recording";
    state.recordings.shown.clear();
    open(state, recording);
    expect_some_view(state);
    std::ignore = update(state, command::Undo{});
    EXPECT_TRUE(state.view.fit);
    EXPECT_THAT(state.data.selected, testing::IsEmpty());
}

TEST(RecordedView, waits_for_points_that_have_to_be_read) {
    State state = laptop_with_points();
    profiling::Recording recording = profiling::sample_recording();
    Dataset towns{.name = "towns", .rows = 40, .dims = 2, .values = std::vector<float>(80, 1.0f)};
    recording.points = std::make_shared<const Dataset>(std::move(towns));
    recording.view = some_view;
    const int id = open(state, recording);
    const Effects effects = update(state, command::UseRecordedPoints{id});
    const auto& load = effects.files.front().what.get<job::Load>();
    EXPECT_TRUE(state.view.fit);
    ASSERT_TRUE(load.view);
    DataSnapshot data = state.data.now;
    data.source = load.source;
    data.question.first = std::get<std::shared_ptr<const Dataset>>(recording.points);
    apply(state, event::Loaded{.data = data, .request = load.request, .view = load.view});
    expect_some_view(state);
}

TEST(RecordedView, that_this_version_does_not_know_is_a_warning_and_the_points_are_used) {
    State state = laptop_with_points();
    profiling::Recording recording = profiling::sample_recording();
    recording.points = default_settings(Shape::spiral, 50, 7);
    recording.view = "row=1,column=2,zoom=3,lens=4";
    const int id = open(state, recording);
    std::ignore = update(state, command::UseRecordedPoints{id});
    EXPECT_EQ(state.data.now.question.first->rows, 50);
    EXPECT_TRUE(state.view.fit);
    EXPECT_THAT(state.notices.back().text, HasSubstr("a part that is called lens"));
}

TEST(RecordedView, shows_values_in_their_own_colours_while_errors_are_on_the_screen) {
    State state = laptop_with_points();
    std::ignore = update(state, command::ShowContent{MatrixContent::errors});
    EXPECT_EQ(state.view.colours.colormap, "magma");
    EXPECT_THAT(view_to_record(state), HasSubstr("colours=viridis"));
}

} // namespace
} // namespace pairscope::app
