// SPDX-License-Identifier: MIT
// Errors and warnings leave the strip when their cause is gone, and stay in the log.
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// What the strip has to show, oldest first.
std::vector<std::string> unread(const State& state) {
    std::vector<std::string> texts;
    for (const Notice& notice : state.notices)
        if (!notice.read) texts.push_back(notice.text);
    return texts;
}

State after_a_failed_load() {
    State state = laptop_with_points();
    (void)update(state, command::OpenFile{"/a/broken.csv"});
    apply(state, failed(event::Loaded{.data = {}, .request = state.data.request},
                        {.message = "Cannot read broken.csv: it is empty"}));
    EXPECT_THAT(unread(state), ElementsAre("Cannot read broken.csv: it is empty"));
    return state;
}

TEST(Notices, a_failed_load_is_forgotten_when_the_next_one_begins) {
    State state = after_a_failed_load();
    (void)update(state, command::SetTheme{Theme::light});
    EXPECT_THAT(unread(state), testing::SizeIs(1)) << "that has nothing to do with it";
    (void)update(state, command::OpenFile{"/a/whole.csv"});
    EXPECT_THAT(unread(state), IsEmpty());
    EXPECT_EQ(state.notices.size(), 1u) << "it stays in the log";
}

TEST(Notices, a_failed_load_is_forgotten_when_other_points_are_chosen_or_edited) {
    State state = after_a_failed_load();
    (void)update(state, command::SetSource{default_settings(Shape::spiral, 20)});
    EXPECT_THAT(unread(state), IsEmpty());
    state = after_a_failed_load();
    (void)update(state, command::AddPoint{0.5f, 0.5f});
    EXPECT_THAT(unread(state), IsEmpty());
}

TEST(Notices, a_refused_edit_is_forgotten_after_one_that_is_done) {
    State state = laptop_with_points();
    std::vector<std::int64_t> all(64);
    for (std::int64_t i = 0; i < 64; ++i) all[std::size_t(i)] = i;
    (void)update(state, command::SelectRows{all});
    (void)update(state, command::DeleteSelected{});
    EXPECT_THAT(unread(state), ElementsAre(HasSubstr("were not deleted")));
    (void)update(state, command::SelectRows{{1, 2}});
    (void)update(state, command::DeleteSelected{});
    EXPECT_THAT(unread(state), IsEmpty());
}

TEST(Notices, a_failed_save_is_forgotten_after_one_that_succeeds) {
    State state = laptop_with_points();
    apply(state, failed(event::Saved{"/no/such/folder/points.csv"}, {.message = "points.csv was not saved"}));
    EXPECT_THAT(unread(state), ElementsAre("points.csv was not saved"));
    apply(state, failed(event::Saved{"/no/such/folder/again.csv"}, {.message = "again.csv was not saved"}));
    EXPECT_THAT(unread(state), ElementsAre("again.csv was not saved"));
    apply(state, event::Saved{"/tmp/points.csv"});
    EXPECT_THAT(unread(state), IsEmpty());
}

Event picture_failed(const State& state) { return failed_output(state, {.message = "there is no memory"}); }

TEST(Notices, a_failed_picture_is_forgotten_when_there_is_one_or_another_variant_is_chosen) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    apply(state, picture_failed(state));
    EXPECT_THAT(unread(state), ElementsAre(HasSubstr("there is no memory")));
    make_picture(state);
    EXPECT_THAT(unread(state), IsEmpty());
    apply(state, picture_failed(state));
    (void)update(state, command::SelectVariant{"cpu_naive"});
    EXPECT_THAT(unread(state), IsEmpty());
}

TEST(Notices, a_failed_run_is_forgotten_when_that_variant_is_measured) {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    const RunKey key = *key_for(state, *selected_variant(state));
    const std::string chosen = key.variant_id, other(find_variant("cpu_naive")->id);
    ASSERT_NE(other, chosen);
    const auto answer = [&](const std::string& id, const profiling::RunOutcome& outcome) {
        RunKey of_variant = key;
        of_variant.variant_id = id;
        apply(state, event::Measured{of_variant, outcome, state.data.revision});
    };
    answer(chosen, profiling::Failed{chosen, "the first reason", {}});
    answer(chosen, profiling::Failed{chosen, "the second reason", {}});
    EXPECT_THAT(unread(state), ElementsAre(HasSubstr("the second reason")));
    answer(other, profiling::sample_measurement());
    EXPECT_THAT(unread(state), testing::SizeIs(1)) << "that was another variant";
    answer(chosen, profiling::sample_measurement());
    EXPECT_THAT(unread(state), IsEmpty());
}

TEST(Notices, a_recording_that_fails_is_told_though_one_dropped_with_it_opens) {
    State state = laptop_with_points();
    for (const char* path : {"/a.pairscope", "/b.pairscope", "/c.pairscope"})
        (void)update(state, command::OpenRecording{path});
    apply(state, failed(event::RecordingOpened{"/a.pairscope", nullptr}, {.message = "A is broken"}));
    apply(state, failed(event::RecordingOpened{"/b.pairscope", nullptr}, {.message = "B is broken"}));
    apply(state, event::RecordingOpened{"/c.pairscope",
                                        std::make_shared<const profiling::Recording>(profiling::sample_recording())});
    EXPECT_THAT(unread(state), ElementsAre("A is broken", "B is broken"));
    (void)update(state, command::OpenRecording{"/d.pairscope"});
    EXPECT_THAT(unread(state), IsEmpty());
}

TEST(Notices, ceilings_that_failed_are_forgotten_when_they_are_measured) {
    State state = laptop_with_points();
    apply(state, failed(event::CeilingsMeasured{.device_index = 0, .ceilings = {}}, {.message = "no ceilings"}));
    EXPECT_THAT(unread(state), ElementsAre("no ceilings"));
    apply(state, event::CeilingsMeasured{.device_index = 0, .ceilings = profiling::Ceilings{}});
    EXPECT_THAT(unread(state), IsEmpty());
}

} // namespace
} // namespace pairscope::app
