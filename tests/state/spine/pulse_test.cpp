// SPDX-License-Identifier: MIT
// The words at the right end of the menu bar tell the truth.
#include "app/spine/pulse.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

Activity working_at(TaskKind kind) {
    return {.task = {.kind = kind, .variants = {"cpu_naive"}}, .since = Clock::now()};
}

TEST(Pulse, is_at_rest_only_when_nothing_is_left_to_do) {
    State state;
    EXPECT_TRUE(settled(state));
    EXPECT_EQ(pulse_text(state), "idle");
    state = laptop_with_points();
    state.run.variant_id = find_variant("cpu_naive")->id;
    EXPECT_EQ(pulse_text(state), "about to measure") << "its picture and its time are missing";
}

TEST(Pulse, says_what_a_worker_does) {
    State state;
    for (const TaskKind kind :
         {TaskKind::checking, TaskKind::timing, TaskKind::comparing, TaskKind::measuring_ceilings}) {
        state.run.activity = working_at(kind);
        EXPECT_EQ(pulse_text(state), "measuring");
    }
    state.run.activity = working_at(TaskKind::writing);
    EXPECT_EQ(pulse_text(state), "saving");
    EXPECT_THAT(pulse_meaning(state), testing::HasSubstr("Esc stops the work"));
}

TEST(Pulse, tells_the_frame_rate_while_something_moves) {
    State state;
    state.look.frames_per_second = 26.2;
    state.run.activity = working_at(TaskKind::computing);
    EXPECT_EQ(pulse_text(state), "26 fps");
}

TEST(Pulse, what_was_saved_is_remembered_with_its_folder) {
    State state;
    apply(state, event::Saved{"/tmp/roofline.svg"});
    ASSERT_TRUE(state.look.saved);
    EXPECT_EQ(state.look.saved->path, "/tmp/roofline.svg");
    EXPECT_EQ(update(state, command::OpenFolder{state.look.saved->path.parent_path()}).folder, "/tmp");
    (void)update(state, command::HideSaved{});
    EXPECT_FALSE(state.look.saved);
    apply(state, failed(event::Saved{"/tmp/roofline.svg"}, {.message = "The disk is full."}));
    EXPECT_FALSE(state.look.saved) << "it was not saved";
}

} // namespace
} // namespace pairscope::app
